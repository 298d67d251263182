// Package directives reports comments to deadlocklint that do nothing.
//
// # Analyzer directives
//
// directives: report ignore comments without a reason, and those that silence nothing
//
// A comment silences a check on its line and the next, and says why:
//
//	//deadlocklint:ignore lockorder the two are never reachable from one another
//
// A comment without a reason has no effect. A comment that no longer silences a report
// hides the next bug in that line, so it is reported: remove it. A comment that names a
// check which does not run is not reported.
//
// The comment "//deadlocklint:ignore directives ..." has no effect.
package directives

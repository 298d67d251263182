// Package waiting runs the cases of testdata that are about goroutines that wait for
// something else than a lock: channels, selects, conditions, WaitGroups and timers. What
// a case expects is written in it; see package cases.
package waiting

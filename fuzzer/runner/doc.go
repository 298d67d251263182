// Package runner decides which runs a test needs until each ending of its exploration is a finding, or is named as none.
//
// Package explorer makes the runs of one exploration in one or more processes. One exploration does not tell whether a
// schedule is the cause of an ending. The time of day may be, state that earlier runs have left in the process, or a test
// that fails natively, too. So [Explore] lets further runs follow, in this order:
//
//   - at the present time of day, of a test that fails under the base schedule;
//   - native ones, and those of the base schedule in the other order, of a test that fails still ([explorer.Compare]);
//   - each ending as the first run of a process, and the base schedule after as many runs;
//   - first runs alone, when no first run has shown the ending;
//   - each ending with a smaller schedule, with the recorder on: that recording is what findings are made of;
//   - a process for each run, when an ending did not happen again;
//   - the first runs of processes, where these go another way than those after them;
//   - one schedule of each order of dependent steps, where these are few enough.
//
// [Force] does so for runs in which goroutines stop at the breakpoints of a plan.
//
// Package explored below it is the file that keeps the results from command to command.
//
// Each decision is made from results of package explorer. A [Machine] makes the runs, so that tests of this package start no
// process. The package reads no trace and words nothing.
package runner

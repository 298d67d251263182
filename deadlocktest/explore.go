// Package deadlocktest marks the part of a test that deadlocklint explore repeats.
//
// A test that calls [Explore] has one body or several. The work around the bodies is
// done once: it fills a directory, or reads a table. Under go test, each body runs
// once, as a subtest. Under deadlocklint explore, each body runs under many schedules,
// one goroutine at a time, with a clock of its own:
//
//	go install github.com/deadlocklint/deadlocklint/cmd/deadlocklint@latest
//	deadlocklint explore ./...
//
// A test without a call needs no change: all of it is the body.
//
// Explore hands the call to a method of testing.T that only the standard library of
// deadlocklint has. This package imports only testing, and decides no schedule.
//
// # The body
//
// The body must contain all goroutines that matter. The scheduler does not control
// goroutines that the test starts around its bodies. They go on in their own time, so
// runs with them may differ. A body that waits for such a goroutine is not called
// deadlocked.
//
// A run finds the variables of the test as the run before left them. Parallel tests and
// subtests around a body run one after the other.
//
// # Calls
//
// The name of its subtest identifies a call, such as TestX/sub/explore, or
// TestX/explore#01 for the second call of a test. Each call gets a process of its own.
// There the work around it is done again, and the bodies of other calls run once.
//
// A call is found in the first run of its test. A call within a body belongs to that
// body, and runs once in each of its runs. Calls in several goroutines at the same time
// wait for each other. Their names follow their order, which may be another one in a
// later run, so a finding may not happen again.
package deadlocktest

import "testing"

// explorer is the part of the instrumented testing.T that explores. Its options are a type
// without a name, so that both sides can write it down; another one will be V2.
type explorer interface {
	// DeadlocklintExploreV1 runs a body, and reports false when nothing watches this process.
	// Zero values of the options are those of the command line.
	DeadlocklintExploreV1(body func(t *testing.T), options struct {
		Runs     int
		Strategy string
		Seed     *uint64
	}) bool
}

// Explore runs a body as the subtest "explore" of t. In a process of deadlocklint
// explore it runs the body under many schedules. Otherwise it runs the body once, and
// notes in the log that other schedules are not tried. Subtests that deadlocklint
// records are run once, without the note. It returns when the runs are over; a run that
// fails has failed t.
//
// An option that makes no sense ends the test, as t.Fatalf does.
func Explore(t *testing.T, body func(t *testing.T), options ...Option) {
	t.Helper()
	if body == nil {
		t.Fatalf("deadlocktest.Explore: there is no body; pass a function")
	}
	var c config
	for _, o := range options {
		o(&c)
	}
	c.settle()
	if c.complaint != "" {
		t.Fatalf("deadlocktest.Explore: %s", c.complaint)
	}
	if x, ok := any(t).(explorer); ok && x.DeadlocklintExploreV1(body, c.explored) {
		return
	}
	t.Log("one schedule of many: run deadlocklint explore to try others")
	t.Run("explore", body)
}

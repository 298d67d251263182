// Package deadlocktest marks the part of a test that deadlocklint explore repeats.
//
// A test that calls [Explore] has one body, or several, and work around them that is done
// once: a directory that is filled, a table that is read. Run natively, by go test, each
// body runs once, as a subtest. Run by deadlocklint explore, each body runs under
// many schedules, one goroutine at a time, with a clock of its own:
//
//	go install github.com/deadlocklint/deadlocklint/cmd/deadlocklint@latest
//	deadlocklint explore ./...
//
// A test without a call needs no change for that: all of it is the body.
//
// The standard library that deadlocklint builds has a method of testing.T, and the call is
// handed to that. This package imports nothing else, and decides no schedule.
//
// # The body
//
// All goroutines that matter. The scheduler leaves alone those that the test starts
// around its bodies: they go on in their own time, runs with them may differ, and a body that waits
// for one of them is not called deadlocked. What one run leaves in variables of the test, the
// next run finds. Parallel tests and subtests around a body run one after the other.
//
// # Calls
//
// A call is known by the name of its subtest, such as TestX/sub/explore, or
// TestX/explore#01 for the second one of a test. Each call gets a process
// of its own, in which the work around it is done again, and the bodies of other calls run once.
// A call is found in the first run of its test. A call within a body belongs to that body, and
// runs once in each of its runs. Calls in several goroutines at the same time wait for each
// other; their order is that of their names, so what one of them shows may not happen again.
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

// Explore runs a body as the subtest "explore" of t: under many schedules in a process of
// deadlocklint explore, else once, with a note in the log that other schedules are not
// tried. Subtests that deadlocklint records are run once, without the note. It returns when the runs
// are over; a run that fails has failed t.
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

package ending

import (
	"fmt"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/goroutine"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// Incomplete says in a line each why a test was not explored as asked. A silent
// test says less then.
func Incomplete(root string, r *explorer.Result) (lines []string) {
	add := func(format string, args ...any) {
		lines = append(lines, r.Package+"."+r.Test+": "+fmt.Sprintf(format, args...))
	}
	switch r.Stop {
	case explorer.StopCrashes:
		add("its runs ended %d processes, and it was not explored further; repair the failing schedules first", explorer.MaxCrashes)
	case explorer.StopStall:
		add("a run made no step for %s and was stopped%s, or leave the test out with -skip", explorer.Stall, stalledIn(root, r.Dump))
	case explorer.StopTime:
		add("a run was not at its end when the time of -time was used up%s, or leave the test out with -skip", stalledIn(root, r.Dump))
	case explorer.StopUnbegun:
		add("not explored: the time of -time was used up by the tests before; raise it, or name tests with -run")
	case explorer.StopFirst:
		if r.IsUnexplored() {
			add("not explored: -stop-first, and a run before it ended badly; repair that, or leave the flag out")
		}
	case explorer.StopSilent:
		add("a process of it ended without a word after %s; run it with go test, and see that there is room for temporary files", Schedules(r.Runs))
	case explorer.StopMissed:
		add("the test did not come to this call again; let it depend on nothing that changes between processes")
	case explorer.StopInterrupt:
		add("interrupted after %s; explore it again", Schedules(r.Runs))
	}
	if r.Dropped > 0 {
		add("%d of its calls of Explore are not explored, since there are more than %d; split the test", r.Dropped, explorer.MaxCalls)
	}
	if r.IsBroken() || r.Stop == explorer.StopInterrupt {
		return lines
	}
	more := r.Left
	for i := range r.Endings {
		e := &r.Endings[i]
		switch {
		case !r.Counts(e):
		case e.Seen == nil:
			more++
		case !e.Seen.Again && e.End == boundary.Left && !e.Failed:
			// Connections that are idle when a test ends come and go. The line of the test says it.
		case !e.Seen.Again:
			add("%s ended so: %s; it did not when its choices were made again%s; look for what differs from run to run, such as files, the network and goroutines that the test did not start", ScheduleName(e.Run), Word(e), wording.Behind(e.Seen.Differs, ", "))
		case e.End == boundary.Stalled:
			add("%s waited for the world outside of the run, and was ended; replace the network or the goroutine it waits for by a part of the test", ScheduleName(e.Run))
		case isUnlike(r, e):
			add("%s reached the limit of steps, where others came to their end: it is not known whether a goroutine waits for ever there, beside those that go on; let the test end these", ScheduleName(e.Run))
		}
	}
	if more > 0 {
		add("it has %d more ways to end badly, which were not made again; repair the first ones and explore it again", more)
	}
	return lines
}

// isUnlike reports whether a run reached the limit of steps, though the test is not too long for it: other runs came to their end. A run
// that spins is a candidate.
func isUnlike(r *explorer.Result, e *explorer.Ending) bool {
	return e.End == boundary.Over && e.Class&(boundary.Spins|boundary.Lasts) == 0 && r.Bad < r.Runs
}

// stalledIn says where a process was that made no step, and the next thing to do about it.
func stalledIn(root, dump string) string {
	if at, call := where(root, dump, "running", "syscall", "runnable"); call != "" {
		return ", in " + at + ", which calls " + call + ": the answer of the system is outside of the run, and no schedule decides it; let a part of the test answer"
	} else if at != "" {
		return ", in " + at + "; let the loop there end"
	}
	return "; no code of the program was running then, and none was in a system call: look for goroutines that are not explored, as of init, TestMain and finalizers"
}

// where is the place of a goroutine that was in one of these states when its process was
// ended, and the function by which it asked the system there; "" for none.
func where(root, dump string, states ...string) (at, call string) {
	for _, state := range states {
		for _, s := range explorer.Stacks(dump) {
			if s.State != state {
				continue
			}
			if f, call, ok := asker(s.Frames); ok {
				return f.Func + " at " + goroutine.Position(root, f.Pos), call
			}
		}
	}
	return "", ""
}

// asker is the innermost frame of the program, and the function of a package of the system that it called, "" for none.
func asker(frames []explorer.Frame) (f explorer.Frame, call string, ok bool) {
	for _, f := range frames {
		switch {
		case asksSystem(f.Func):
			call = f.Func
		case f.IsOfProgram():
			return f, call, true
		}
	}
	return explorer.Frame{}, "", false
}

// asksSystem reports whether a function is one of a package that only asks the system.
func asksSystem(fn string) bool {
	return slices.ContainsFunc([]string{"os.", "syscall.", "net.", "os/exec."}, func(pkg string) bool { return strings.HasPrefix(fn, pkg) })
}

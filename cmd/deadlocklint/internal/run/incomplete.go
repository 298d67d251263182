package run

import (
	"fmt"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/wording"
)

// incomplete says in a line each why a test was not explored as asked. A silent
// test says less then.
func incomplete(root string, r *explorer.Result) (lines []string) {
	add := func(format string, args ...any) {
		lines = append(lines, r.Package+"."+r.Test+": "+fmt.Sprintf(format, args...))
	}
	switch r.Stop {
	case explorer.StopCrashes:
		add("its runs ended %d processes, and it was not explored further; repair the failing schedules first", explorer.MaxCrashes)
	case explorer.StopStall:
		add("a run made no step for %s and was stopped%s, or leave the test out with -skip", explorer.Stall, stalledIn(root, r.Dump))
	case explorer.StopSilent:
		add("a process of it ended without a word after %s; run it with go test, and see that there is room for temporary files", schedules(r.Runs))
	case explorer.StopMissed:
		add("the test did not come to this call again; let it depend on nothing that changes between processes")
	case explorer.StopInterrupt:
		add("interrupted after %s; explore it again", schedules(r.Runs))
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
			add("%s ended so: %s; it did not when its choices were made again%s; look for what differs from run to run, such as files, the network and goroutines that the test did not start", scheduleName(e.Run), endWord(e), wording.Behind(e.Seen.Differs, ", "))
		case e.End == boundary.Stalled:
			add("%s waited for the world outside of the run, and was ended; replace the network or the goroutine it waits for by a part of the test", scheduleName(e.Run))
		}
	}
	if more > 0 {
		add("it has %d more ways to end badly, which were not made again; repair the first ones and explore it again", more)
	}
	return lines
}

// stalledIn says where a process was that made no step, and the next thing to do about it.
func stalledIn(root, dump string) string {
	if at := where(root, dump, "running", "runnable"); at != "" {
		return ", in " + at + "; let the loop there end"
	}
	if at := where(root, dump, "syscall"); at != "" {
		return ", in a system call of " + at + "; let that call end"
	}
	return "; let its loops end"
}

// where is the place of a goroutine that was in one of these states when its process was
// ended; "" for none.
func where(root, dump string, states ...string) string {
	for _, state := range states {
		for _, s := range explorer.Stacks(dump) {
			if f, ok := s.Program(); ok && s.State == state {
				return f.Func + " at " + relativePosition(root, f.Pos)
			}
		}
	}
	return ""
}

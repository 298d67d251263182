package flags

import (
	"time"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// outputFlags are about which findings are shown, and where.
var outputFlags = []Flag{
	{Name: "json", In: reporting&^Step | Demo | Protocols, Doc: "write JSON to stdout, an object a line: events of the tests, findings, and the sums at the end. doc/json.md has the schema",
		kind: yes(func(v *Values) *bool { return &v.JSON }),
		why:  []exception{{Step, "explore -i writes its lists to stdout; leave -json out"}}},
	{Name: "q", In: reporting, Doc: "write one line for each finding that counts, and nothing else",
		kind: yes(func(v *Values) *bool { return &v.Quiet })},
	{Name: "v", In: reporting | Demo | typestate, Doc: "show all there is: findings that are infeasible or not seen, every goroutine, the numbers of all that was counted",
		kind: yes(func(v *Values) *bool { return &v.Verbose })},
	{Name: "html", Arg: "file", In: reporting | Demo | typestate, Doc: "write a page with timelines, pictures and source to this file as well; it needs only a browser",
		kind: text(func(v *Values) *string { return &v.HTML })},
	{Name: "sarif", Arg: "file", In: reporting, Doc: "write a SARIF 2.1.0 document to this file as well",
		kind: text(func(v *Values) *string { return &v.SARIF })},
	{Name: "junit", Arg: "file", In: reporting, Doc: "write a JUnit XML document to this file as well",
		kind: text(func(v *Values) *string { return &v.JUnit })},
	{Name: "github", In: reporting, Doc: "write the findings to stderr as annotations of a GitHub workflow as well",
		kind: yes(func(v *Values) *bool { return &v.GitHub })},
	{Name: "baseline", Arg: "file", In: reporting &^ (Replay | ConfirmID), Doc: "do not show the findings in this file, which -write-baseline makes",
		kind: text(func(v *Values) *string { return &v.Baseline }), why: asked},
	{Name: "write-baseline", Arg: "file", In: reporting &^ (Replay | ConfirmID), Doc: "write the findings to this file, and show none of them; those that -baseline knows are kept",
		kind: text(func(v *Values) *string { return &v.WriteBaseline }), why: asked},
	{Name: "migrate-baseline", Arg: "file", In: reporting &^ (Replay | ConfirmID), Doc: "give the findings in this file, which an earlier release has written, their ids of today; then it is the -baseline",
		kind: text(func(v *Values) *string { return &v.MigrateBaseline }), why: asked},
	{Name: "new-from", Arg: "rev", In: Check | Test | Run, Doc: "show only findings that this git revision does not have: it is looked at in the same way first",
		kind: text(func(v *Values) *string { return &v.NewFrom }),
		why:  append([]exception{{exploring | Merge | Races, "only deadlocklint check, test and run compare revisions; use -write-baseline there and -baseline here"}}, asked...)},
	{Name: "fail-on", Arg: "list", In: reporting &^ (Check | Replay),
		Doc:  "more statuses that count in the exit status: predicted, not-reached, not-seen, infeasible, static, leaked, left-blocked. static stands for all findings of the static checks, and leak for the last two with their notes. harm takes data races away that had no visible effect",
		kind: value(statuses, func(v *Values) *[]report.Status { return &v.FailOn }),
		why:  []exception{{Replay, "deadlocklint replay ends with 3 when it happened again, 0 when it did not, and 1 when it could not be followed; leave it out"}}},
}

// asked is why a command about one finding silences none.
var asked = []exception{
	{ConfirmID, "deadlocklint confirm shows the finding that it is asked about; leave it out"},
	{Replay, "deadlocklint replay shows the finding that it is asked about; leave it out"},
}

// recordedOnly is why a flag about recording is none of commands that read a recording.
func recordedOnly(name string) []exception {
	return []exception{{ConfirmDir, "the recording is there already; write -" + name + " where it is made"}}
}

// runFlags are those of commands that run programs.
var runFlags = []Flag{
	{Name: "C", Arg: "dir", In: Check | likeGoTest | Merge | Run | Replay | typestate | Show, Doc: "change to this directory first",
		docs: []exception{{Replay, "a directory of the module to replay in, by default where this user recorded the schedule"}},
		kind: text(func(v *Values) *string { return &v.Chdir })},
	{Name: "time", Arg: "d", In: timed,
		Doc:     "time for all that runs after the build, 0 is no limit. The first run is never cut, and counts only when this flag is given",
		docs:    []exception{{Explore, "time for all that runs after the build, 0 is no limit. With -drive, also for the builds after the first one"}},
		Default: "10m", elsewhere: []exception{{Explore | Races, "0s"}, {Protocols, "5m"}},
		kind: times(func(v *Values) *time.Duration { return &v.Time }),
		why:  []exception{{Step, "explore -i explores one run whose choices are typed in; leave it out"}}},
	{Name: "tries", Arg: "n", In: tried &^ Demo, Doc: "runs for each candidate; 0 only predicts",
		docs:    []exception{{Races, "runs of each order of a race"}, {Replay, "runs until it happens again, at most"}, {Protocols, "runs for each order of calls that an automaton forbids"}},
		Default: "3", elsewhere: []exception{{Races, "12"}}, kind: number(func(v *Values) *int { return &v.Tries }),
		why: []exception{{exploring | Merge, "what explore reports has happened, and nothing is tried; leave it out"}}},
	{Name: "seed", Arg: "n", In: confirming&^Demo | exploring | Races, Doc: "seed of every random choice; the report prints the seed of the run",
		kind: value(seed, func(v *Values) *uint64 { return &v.Seed })},
	{Name: "early-max", Arg: "d", In: confirming&^Demo | Explore | Races, Default: "1m",
		Doc:  "how early timers may fire in a run that lets them, all stalls together: for so long the other goroutines stand still, at most. A finding names the timers and the stall. 0 lets none fire early",
		kind: times(func(v *Values) *time.Duration { return &v.EarlyMax }), why: typed},
	{Name: "keep", Arg: "dir", In: recording | exploring | Merge | Demo, Doc: "keep recordings and schedules in this directory",
		kind: text(func(v *Values) *string { return &v.Keep }), why: recordedOnly("keep")},
	{Name: "no-input", In: recording | exploring | ConfirmDir, Doc: "keep no arguments, environment or standard input of the program in schedules and recordings",
		kind: yes(func(v *Values) *bool { return &v.NoInput })},
	{Name: "trust", In: ConfirmDir | Replay, Doc: "execute what the file names and the checkout does not have: wrappers, programs, environment, build flags; the command line is shown first",
		kind: yes(func(v *Values) *bool { return &v.Trust })},
	{Name: "condvar", In: Test | Run | ConfirmID | ConfirmDir | Record, Default: "true",
		Doc:  "look for deadlocks of condition variables, channels, WaitGroups and locks together. It records their conditions and searches trace programs, for a twentieth of -time at most",
		kind: no(func(v *Values) *bool { return &v.NoCondvar })},
	{Name: "static", In: Test | Run, Default: "true", Doc: "take the static findings as input: list each with the verdict of the runs, or with the place that no run reached",
		kind: no(func(v *Values) *bool { return &v.NoStatic }),
		why:  []exception{{ConfirmID, "the finding is looked for in the source first; leave it out"}}},
	{Name: "explore", In: Test, Default: "true", Doc: "run concurrent tests under other schedules, too, for a quarter of -time at most",
		kind: no(func(v *Values) *bool { return &v.NoExplore })},
	{Name: "memory", In: Test | Run | ConfirmID | exploring | Env,
		Doc:  "record accesses of plain memory too. The report assumes less, and conditions behind pointers are known. It is slower: every access is a call",
		kind: yes(func(v *Values) *bool { return &v.Memory }),
		why:  append([]exception{{Races, "deadlocklint races always does; leave it out"}}, recordedOnly("memory")...)},
	{Name: "leaks", In: Test | Run | ConfirmID | exploring | Record, Default: "true",
		Doc:  "report goroutines that are leaked or left blocked when a test or the process ends. In a send, a Lock or a Wait they count as a finding; in a receive or a select they are a note",
		kind: no(func(v *Values) *bool { return &v.NoLeaks }), why: recordedOnly("leaks")},
	{Name: "trace-program", Arg: "file", In: ConfirmDir, Doc: "write the trace programs to this file, and do nothing else: as Go, or as Promela when it ends in .pml",
		kind: text(func(v *Values) *string { return &v.Programs })},
}

// typed is why a flag of explorations is none when a person chooses.
var typed = []exception{{Step, "explore -i explores one run whose choices are typed in; leave it out"}, {Merge, "explore -merge explores nothing; leave it out"}}

// exploreFlags are those of explore alone.
var exploreFlags = []Flag{
	{Name: "runs", Arg: "n", In: Explore, Default: "1000", Doc: "schedules of each test, at most",
		kind: value(positive, func(v *Values) *int { return &v.Runs }), why: append([]exception{{Races, "it is written -tries now"}}, typed...)},
	{Name: "stop-first", In: Explore, Doc: "stop at the first run that fails, panics, spins for ever or ends in a deadlock. Goroutines that are left do not stop it. It is made again and made smaller. The tests after it are named, and not explored. A test that fails under the base schedule stops it when another run passes or ends otherwise",
		kind: yes(func(v *Values) *bool { return &v.StopFirst }), why: typed},
	{Name: "changed", Arg: "rev", In: Explore, Doc: "let goroutines meet in a third of the runs at code which differs from this git revision. The search takes turns away there first",
		kind: text(func(v *Values) *string { return &v.Changed }), why: typed},
	{Name: "early", In: Explore, Doc: "let timers of at most 100 ms fire while goroutines could run, in due order. A finding names them. A test that fails after such a timer counts for nothing",
		kind: yes(func(v *Values) *bool { return &v.Early }), why: typed},
	{Name: "shard", Arg: "k/n", In: Explore, Doc: "explore the k-th of n parts, for jobs of a matrix; needs -results. Random strategies make the runs whose numbers are k modulo n. Searches visit the schedules whose first choice falls to the part",
		kind: sharded, why: typed},
	{Name: "results", Arg: "file", In: Explore, Doc: "write the results to this file, for -merge and -resume",
		kind: text(func(v *Values) *string { return &v.Into }), why: typed},
	{Name: "resume", Arg: "file", In: Explore, Doc: "carry on with the interrupted command that wrote this file with -results, and write it again; name its flags and packages, too",
		kind: text(func(v *Values) *string { return &v.Resume }), why: typed},
	{Name: "merge", In: Explore | Merge, Doc: "report the findings of shards, whose files are named instead of packages, and explore nothing",
		kind: yes(func(v *Values) *bool { return &v.Merge })},
	{Name: "drive", In: Explore, Doc: "generate tests from the exported API of each package, and explore those that hang. Pairs of calls that the tests of a package make are tried as well, and no file is written without -write",
		kind: yes(func(v *Values) *bool { return &v.Drive }), why: typed},
	{Name: "write", Arg: "file", In: Explore, Doc: "write the tests that -drive finds to this file. A name without a directory is a file in the directory of each package with a finding. A file that was changed since, or that is another one's, is left alone",
		kind: text(func(v *Values) *string { return &v.Write }), why: typed},
	{Name: "rules", Arg: "list", In: Explore, Doc: "rules of -drive that count besides its proofs, separated by commas. Rule close is a call that ends an object and waits for it in vain. Rule lost is a call whose wake-up an equal later call got. Rule wait is a first call that no other call ends. Rule grow is goroutines that equal calls leave. A call that waits by design breaks these, too. Rule fatal is the unlock of a free lock, and with -memory the use of a map by calls at the same time. Both end the process. Rule race is a data race of two calls, and needs -memory",
		kind: text(func(v *Values) *string { return &v.Rules }), why: typed},
	{Name: "i", In: exploring, Doc: "explore one test step by step: choose the next goroutine of a list at each step, go back, and look at the locks",
		kind: yes(func(v *Values) *bool { return &v.Interactive })},
}

// checkFlags are those of check alone.
var checkFlags = []Flag{
	{Name: "test", In: Check, Default: "true", Doc: "look at test files as well",
		kind: no(func(v *Values) *bool { return &v.Check.NoTests })},
	{Name: "scope", Arg: "list", In: Check, Doc: "module path prefixes, separated by commas, to look at in depth besides the main module",
		kind: text(func(v *Values) *string { return &v.Check.Scope })},
	{Name: "enable", Arg: "list", In: Check, Doc: "checks to run besides those that are on by default, separated by commas, or all",
		kind: text(func(v *Values) *string { return &v.Check.Enable })},
	{Name: "tags", Arg: "list", In: Check, Doc: "build tags, as for go build",
		kind: text(func(v *Values) *string { return &v.Check.Tags })},
	{Name: "show-refuted", In: Check, Doc: "show what the checks refuse to report as well, with the name of the reason",
		kind: yes(func(v *Values) *bool { return &v.Check.Refuted })},
	{Name: "show-possible", In: Check, Doc: "show findings that lack a part of their proof as well, with the name of that part; they change no exit status",
		kind: yes(func(v *Values) *bool { return &v.Check.Possible })},
}

// otherFlags are those of small commands.
var otherFlags = []Flag{
	{Name: "selftest", In: Demo | Selftest, Doc: "find the deadlock in every stage, and fail when it is not found: the control of a job that finds nothing",
		kind: yes(func(v *Values) *bool { return &v.Selftest })},
	{Name: "version", Arg: "release", In: Gopls, Doc: "release of gopls; by default the newest release that the Go here can build",
		kind: text(func(v *Values) *string { return &v.Gopls.Version })},
	{Name: "source", Arg: "dir", In: Gopls, Doc: "directory of a checkout of deadlocklint with the checks; by default the checkout or release of this program",
		kind: text(func(v *Values) *string { return &v.Gopls.Source })},
}

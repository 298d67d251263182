package testflags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// An ownFlag is a flag of deadlocklint that go test does not have. Those that
// both have, -json and -v, are in the go test table as taken.
type ownFlag struct {
	name  string
	bool  bool
	value string // its name in the documentation
	doc   string
	set   func(p *CommandLine, value string) error
}

var ownFlags = slices.Concat(shownFlags(), []ownFlag{
	{"budget", false, "d", fmt.Sprintf("time for all confirming runs, explorations and searches together, 0 is no limit (default %s)", DefaultBudget),
		func(p *CommandLine, v string) (err error) { p.Budget, err = duration(v); return err }},
	{"tries", false, "n", fmt.Sprintf("confirming runs per candidate, 0 only predicts (default %d)", DefaultTries),
		func(p *CommandLine, v string) (err error) { p.Tries, err = natural(v); return err }},
	{"condvar", true, "", CondvarDoc + " (default true)",
		func(p *CommandLine, v string) error {
			on, err := strconv.ParseBool(v)
			if p.NoCondvar = !on; err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -condvar or -condvar=false", v)
			}
			return err
		}},
	{"fail-on", false, "list", FailOnDoc,
		func(p *CommandLine, v string) (err error) { p.FailOn, err = Statuses(v); return err }},
	{"keep", false, "dir", "keep recordings and schedules in this directory",
		func(p *CommandLine, v string) (err error) { p.Keep, err = nonEmpty(v); return err }},
	{"static", true, "", StaticDoc + " (default true)",
		func(p *CommandLine, v string) error {
			on, err := strconv.ParseBool(v)
			if p.NoStatic = !on; err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -static or -static=false", v)
			}
			return err
		}},
	{"memory", true, "", "record accesses of plain memory too. The report assumes less, and conditions behind pointers are known. It is slower: every access is a call",
		func(p *CommandLine, v string) (err error) {
			if p.Memory, err = strconv.ParseBool(v); err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -memory or -memory=false", v)
			}
			return err
		}},
	{"leaks", true, "", LeaksDoc + " (default true)",
		func(p *CommandLine, v string) error {
			on, err := strconv.ParseBool(v)
			if p.NoLeaks = !on; err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -leaks or -leaks=false", v)
			}
			return err
		}},
	{"explore", true, "", "run concurrent tests under other schedules, too, for a quarter of -budget at most (default true)",
		func(p *CommandLine, v string) error {
			on, err := strconv.ParseBool(v)
			if p.NoExplore = !on; err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -explore or -explore=false", v)
			}
			return err
		}},
	{"no-input", true, "", NoInputDoc,
		func(p *CommandLine, v string) (err error) {
			if p.NoInput, err = strconv.ParseBool(v); err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -no-input or -no-input=false", v)
			}
			return err
		}},
	{"seed", false, "n", "seed of every random choice; the report prints the seed of the run",
		func(p *CommandLine, v string) (err error) { p.Seed, err = seed(v); return err }},
	{"strategy", false, "name", "how confirming runs choose the goroutines to pause",
		func(p *CommandLine, v string) (err error) { p.Strategy, err = nonEmpty(v); return err }},
	{"abstraction", false, "name", "how goroutines and objects are found again in the next run",
		func(p *CommandLine, v string) (err error) { p.Abstraction, err = nonEmpty(v); return err }},
})

// exploreFlags are those of explore, which test does not have.
var exploreFlags = []ownFlag{
	{"runs", false, "n", fmt.Sprintf("schedules of each test, at most (default %d)", DefaultRuns),
		func(p *CommandLine, v string) (err error) { p.Runs, err = natural(v); return err }},
	{"strategy", false, "name", "how the next goroutine is chosen: auto, icb, dfs, bfs, delay, dpor, hapset, causal, causal-fast, pos, surw, history, pct or random (default auto). The base schedule is run",
		func(p *CommandLine, v string) (err error) { p.Strategy, err = nonEmpty(v); return err }},
	{"bound", false, "n", "most preemptions of a schedule, with delay most delays (default 2, with dfs and bfs no limit). With pct the depth of the bug, from 1 to 16 (default 3)",
		func(p *CommandLine, v string) (err error) { p.Bound, err = bound(v); p.Bounded = true; return err }},
	{"changed", false, "rev", "visit schedules first that take a goroutine's turn away at code which differs from this git revision (strategy capp)",
		func(p *CommandLine, v string) (err error) { p.Changed, err = nonEmpty(v); return err }},
	{"capp", false, "name", "the operations that count with -changed: C, M or L for those in the types, functions or lines that differ. CO, MO or LO for those whose stack has such a frame. F for accesses of the fields that such lines access. A last letter S preempts where some goroutine is at such an operation, A where all are (default " + DefaultHeuristic + ")",
		func(p *CommandLine, v string) (err error) { p.Heuristic, err = nonEmpty(v); return err }},
	{"early", true, "", "let timers of at most 100 ms fire while goroutines could run, in due order. A finding names them. A test that fails after such a timer counts for nothing",
		func(p *CommandLine, v string) (err error) {
			if p.Early, err = strconv.ParseBool(v); err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -early or -early=false", v)
			}
			return err
		}},
	{"time", false, "d", "time for all runs of all packages, shared among their tests; builds are not included. Each test has at least one run of its own. 0 is no limit (default)",
		func(p *CommandLine, v string) (err error) { p.Time, err = duration(v); return err }},
	{"shard", false, "k/n", "explore the k-th of n parts, for jobs of a matrix; needs -o. Random strategies make the runs whose numbers are k modulo n. Searches visit the schedules whose first choice falls to the part",
		func(p *CommandLine, v string) (err error) { p.Shard, p.Shards, err = shard(v); return err }},
	{"o", false, "file", "write the results to this file, for -merge and -resume",
		func(p *CommandLine, v string) (err error) { p.Into, err = nonEmpty(v); return err }},
	{"merge", true, "", "report the findings of shards, whose files are named instead of packages, and explore nothing",
		func(p *CommandLine, v string) (err error) {
			if p.Merge, err = strconv.ParseBool(v); err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -merge or -merge=false", v)
			}
			return err
		}},
	{"sets", false, "file", "with strategy hapset: begin with the orders that good runs of earlier commands have shown, and keep what is learned in this file",
		func(p *CommandLine, v string) (err error) { p.Sets, err = nonEmpty(v); return err }},
	{"i", true, "", "explore one test step by step: choose the next goroutine of a list at each step, go back, and look at the locks",
		func(p *CommandLine, v string) (err error) {
			if p.Interactive, err = strconv.ParseBool(v); err != nil {
				err = fmt.Errorf("%q is neither true nor false; write -i or -i=false", v)
			}
			return err
		}},
	{"resume", false, "file", "carry on with the interrupted command that wrote this file with -o, and write it again; name its flags and packages, too",
		func(p *CommandLine, v string) (err error) { p.Resume, err = nonEmpty(v); return err }},
}

// foreign are the flags of test that explore does not have: it confirms nothing, since what
// it reports has happened.
var foreign = []string{"explore", "new-from", "budget", "tries", "condvar", "static", "abstraction", "strategy"}

// raceFlags are those of races, which test does not have.
var raceFlags = []ownFlag{
	{"runs", false, "n", fmt.Sprintf("runs of each order of a race, at most (default %d)", DefaultRaceRuns),
		func(p *CommandLine, v string) (err error) { p.Runs, err = natural(v); return err }},
	{"time", false, "d", "time for all packages, shared among their tests; builds are not included. Tests that it leaves out are named. 0 is no limit (default)",
		func(p *CommandLine, v string) (err error) { p.Time, err = duration(v); return err }},
}

// foreignToRaces are the flags of test that races does not have: it looks for nothing else.
var foreignToRaces = append([]string{"memory", "leaks"}, foreign...)

// ownOf are the flags of test, explore or races.
func ownOf(command string) []ownFlag {
	list, without := exploreFlags, foreign
	switch command {
	case "explore":
	case "races":
		list, without = raceFlags, foreignToRaces
	default:
		return ownFlags
	}
	list = slices.Clone(list)
	for _, f := range ownFlags {
		if !slices.Contains(without, f.name) {
			list = append(list, f)
		}
	}
	return list
}

// LeaksDoc documents -leaks.
const LeaksDoc = "report goroutines that are leaked or left blocked when a test or the process ends. In a send, a Lock or a Wait they count as a finding; in a receive or a select they are a note"

// NoInputDoc documents -no-input.
const NoInputDoc = "keep no arguments, environment or standard input of the program in schedules and recordings"

// TrustDoc documents -trust.
const TrustDoc = "execute what the file names and the checkout does not have: wrappers, programs, environment, build flags; the command line is shown first"

// StaticDoc documents -static.
const StaticDoc = "take the static findings as input: list each with the verdict of the runs, or with the place that no run reached"

// CondvarDoc documents -condvar.
const CondvarDoc = "look for deadlocks of condition variables, channels, WaitGroups and locks together. It records their conditions and searches trace programs, for a twentieth of -budget at most"

// shownFlags are those of every command that reports findings.
func shownFlags() []ownFlag {
	var list []ownFlag
	for i, f := range DefineOutputFlags(new(OutputFlags)) {
		if f.Set != nil {
			list = append(list, ownFlag{f.Name, true, "", f.Doc, func(p *CommandLine, v string) (err error) {
				if *DefineOutputFlags(&p.OutputFlags)[i].Set, err = strconv.ParseBool(v); err != nil {
					err = fmt.Errorf("%q is neither true nor false; write -%s or -%[2]s=false", v, f.Name)
				}
				return err
			}})
			continue
		}
		list = append(list, ownFlag{f.Name, false, f.Arg, strings.ReplaceAll(f.Doc, "`", ""), func(p *CommandLine, v string) (err error) {
			*DefineOutputFlags(&p.OutputFlags)[i].Value, err = nonEmpty(v)
			return err
		}})
	}
	return list
}

func lookupOwn(name string) (ownFlag, bool) {
	all := slices.Concat(ownFlags, exploreFlags)
	i := slices.IndexFunc(all, func(f ownFlag) bool { return f.name == name })
	if i < 0 {
		return ownFlag{}, false
	}
	return all[i], true
}

func duration(v string) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no duration; write one such as 90s or 10m", v)
	}
	return d, nil
}

func natural(v string) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no number of runs; write 0 or more", v)
	}
	return n, nil
}

// maxBound is the largest bound, which no schedule reaches.
const maxBound = 1 << 20

func bound(v string) (int, error) {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > maxBound {
		return 0, fmt.Errorf("%q is no bound; write a number from 0 to %d", v, maxBound)
	}
	return n, nil
}

// shard reads k/n. The last one has the number 0, as its runs have modulo n.
func shard(v string) (k, n int, err error) {
	first, second, _ := strings.Cut(v, "/")
	k, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || k < 1 || k > n || n > explore.MaxShards {
		return 0, 0, fmt.Errorf("%q is no shard; write one from 1/n to n/n, such as 3/16", v)
	}
	return k % n, n, nil
}

func seed(v string) (uint64, error) {
	n, err := strconv.ParseUint(v, 10, 63) // 63 bits: go test -shuffle takes an int64
	if err != nil {
		return 0, fmt.Errorf("%q is no seed; write a number from 0 to 9223372036854775807", v)
	}
	return n, nil
}

func nonEmpty(v string) (string, error) {
	if v == "" {
		return "", errors.New("it has no value; leave the flag out to get the default")
	}
	return v, nil
}

// leakWord is short for the statuses of goroutines that are blocked for ever.
const leakWord = "leak"

// FailOnDoc documents -fail-on.
const FailOnDoc = "more statuses that count in the exit status: predicted, not-reached, not-seen, infeasible, static, leaked, left-blocked. static stands for all findings of the static checks, and leak for the last two with their notes. harm takes data races away that had no visible effect"

// Statuses reads the list of -fail-on.
func Statuses(v string) ([]report.Status, error) {
	var list []report.Status
	for _, word := range strings.Split(v, ",") {
		s := report.Status(strings.TrimSpace(word))
		switch {
		case s == leakWord:
			list = append(list, report.StatusLeaked, report.StatusLeftBlocked)
		case s == report.OnlyHarm, slices.Contains(report.Statuses(), s):
			list = append(list, s)
		default:
			return nil, fmt.Errorf("%q is no status; write some of %s, %s, %s", word, words(report.Statuses()), leakWord, report.OnlyHarm)
		}
	}
	return list, nil
}

func words(list []report.Status) string {
	var names []string
	for _, s := range list {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

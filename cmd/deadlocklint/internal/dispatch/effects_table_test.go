package dispatch

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
)

// calm in a command line lets the program cross nothing.
const calm = "CALM"

// costly are forms of which each trial runs a program several times. script/ci/rest.sh has these trials.
const costly = flags.Explore | flags.Races | flags.Run | flags.ConfirmID | flags.Protocols | flags.Step

// stub in a command line puts a go command in the place of the real one that builds nothing.
const stub = "STUB"

// prepared are command lines whose files the trials read.
var prepared = []string{
	"check -write-baseline=$/baseline . ./crossed",
	"races -tries=1 -baseline=$/baseline -write-baseline=$/baseline ./racy",
	"test -explore=false -condvar=false -keep=$/rec .",
	"test -explore=false -static=false -keep=$/timed ./timed",
	"record -keep=$/argued -- $/prog word",
	"explore -runs=20 -results=$/whole ./crossed",
	"explore -runs=20 -shard=1/1 -results=shard ./crossed",
	"explore -runs=20 -shard=1/1 -results=noisy.shard ./noisy",
	"explore -runs=5 -shard=1/1 -results=leaky.shard ./leaky",
}

// The ids of the findings of the module and of its package crossed.
const (
	idCross   = "be2ba7499507a78a"
	idCrossed = "d3bdf085e7e37070"
	idRacy    = "8fd6f6eec8fbef65"
	idTimed   = "8d2082debb1caf08"
)

// shown is an id of a finding that a baseline hides.
const shown = idCross + "|" + idCrossed + "|" + idRacy

// effects has for each flag where it is seen.
var effects = map[string]effect{
	"json":             has(standardOut, `^\{`),
	"q":                has(standardOut, `(?m)^  \S`),
	"v":                has(standardOut, `(?m)^=== RUN|^ *goroutine \d+ \[|line 59`),
	"html":             file("h"),
	"sarif":            file("s"),
	"junit":            file("j"),
	"github":           has(anything, `::(error|warning|notice)`),
	"baseline":         has(standardOut, shown),
	"write-baseline":   file("b"),
	"migrate-baseline": has(standardOut, shown),
	"new-from":         has(standardOut, shown),
	"fail-on":          exitStatus,
	"C":                has(anything, `effects/other`),
	"time":             processCount,
	"tries":            processCount,
	"seed":             variable("SEED"),
	"early-max":        matches(plan, `stall=\w+`),
	"keep":             file("k"),
	"no-input":         has(anything, `keeps the arguments`),
	"condvar":          variable("CONDITIONS"),
	"static":           has(standardOut, `(?m)^  static `),
	"explore":          matches(variable("EXPLORE"), `strategy=auto`),
	"memory":           gcflags,
	"leaks":            variable("BLOCKED"),
	"trust":            exitStatus,
	"trace-program":    file("p"),
	"runs":             explorationHas(`"Runs":\d+`),
	"stop-first":       explorationHas(`"First":true`),
	"changed":          explorationHas(`"Impact":\S*`),
	"early":            explorationHas(`early=1`),
	"shard":            explorationHas(`"Shards":\d+`),
	"results":          file("r"),
	"resume":           processCount,
	"merge":            exitStatus,
	"drive":            has(anything, `(?m)^drove `),
	"write":            file("w_test.go"),
	"rules":            exitStatus,
	"i":                has(standardOut, `(?m)^> `),
	"selftest":         standardOut,
	"x pausing":        matches(variable("MODE"), `[4-7]`),
	"x abstraction":    matches(plan, `use abs=\d`),
	"x strategy":       explorationHas(`strategy=\w+`),
	"x bound":          explorationHas(`depth=\d+`),
	"x capp":           explorationHas(`"Impact":\S*`),
	"x sets":           file("sets"),
}

func gcflags(s *seen) string { return s.value("gcflags") }

// explorationSeed is the seed with which a process makes its choices.
func explorationSeed(s *seen) string { return matches(variable("EXPLORE"), `seed=\d+`)(s) }

func plan(s *seen) string { return s.value("plan") }

// explorationHas is what matches in the options of an exploration.
func explorationHas(pattern string) effect { return matches(variable("EXPLORATION"), pattern) }

// special has the effects that are elsewhere in a form.
var special = map[flags.Form]map[string]effect{
	flags.Check: {
		"v":             has(standardOut, `: the same, doublelock`),
		"C":             has(standardOut, shown),
		"test":          has(standardOut, `tests_test.go:8:9`),
		"scope":         has(standardOut, `dep.go:9:9`),
		"enable":        has(standardOut, `waitgroup-add`),
		"tags":          has(standardOut, `extra.go:10:9`),
		"show-refuted":  has(standardOut, `gate_right.go\S+ refuted by`),
		"show-possible": has(standardOut, `possible lock order cycle`),
	},
	flags.Explore:    {"time": explorationHas(`"Time":\d+`), "seed": explorationHas(`"Seed":\d+`), "early-max": explorationHas(`stall=\d+`)},
	flags.Merge:      {"C": standardOut},
	flags.Demo:       {"time": exitStatus},
	flags.Run:        {"C": exitStatus, "static": has(standardOut, `doublelock`)},
	flags.Replay:     {"C": exitStatus},
	flags.Env:        {"memory": standardOut},
	flags.Step:       {"seed": explorationSeed, "C": has(standardOut, `TestOther`)},
	flags.ConfirmDir: {"no-input": has(anything, `keeps .*arguments of the program`), "condvar": plan},
	flags.Gopls:      {"version": func(s *seen) string { return s.value("go") }, "source": exitStatus},
	flags.Mine:       ofProtocols(mined),
	flags.Protocols:  ofProtocols(matches(standardOut, `->.*|\d+ automat(a|on), \d+ states`)),
	flags.Show:       ofProtocols(standardOut),
	flags.Races:      {"time": explorationHas(`"Time":\d+`), "seed": explorationHas(`"Seed":\d+`), "early-max": explorationHas(`"Stall":\d+`), "tries": explorationHas(`"Runs":\d+`), "C": has(standardOut, idRacy)},
}

// mined is the lines of automata.
func mined(s *seen) string { return matches(standardOut, `(?m)^type .*|->.*`)(s) }

// ofProtocols are the effects of the flags of protocols, of which most are seen in one place.
func ofProtocols(there effect) map[string]effect {
	list := map[string]effect{
		"v":              has(anything, `are concurrent`),
		"time":           matches(anything, `\d+ states of lattices`),
		"tries":          matches(anything, `\d+ runs? to confirm`),
		"C":              has(anything, `effects/proto`),
		"sequences":      file("seq"),
		"save":           file("saved"),
		"write-automata": file("a"),
		"program":        gcflags,
		"run":            matches(beginnings, `-test.run=\S*`),
		"x w":            has(anything, `levels were cut off`),
		"x l":            has(anything, `calls came after -x l`),
		"x exhaustive":   matches(anything, `\d+ states of lattices`),
	}
	for _, name := range []string{"types", "automata", "all", "soft", "locks", "draw", "x k", "x s", "x match", "x no-merge"} {
		list[name] = there
	}
	return list
}

const allFiles = "-github -sarif=@/s -junit=@/j -html=@/h "

// reported are the trials of all commands with a report that has the finding of the module.
func reported(line string) []trial {
	return []trial{
		{line, "-baseline=$/baseline"},
		{line, "-write-baseline=@/b"},
		{line, "-migrate-baseline=$/baseline"},
	}
}

// confirmedWith are the trials of commands that predict and confirm.
func confirmedWith(line string) []trial {
	return []trial{
		{line, "-q " + allFiles + "-seed=7 -x=pausing=serial -x=abstraction=trivial"},
		{line, "-json -time=1ns"},
		{line, "-tries=0"},
		{strings.Replace(line, "FLAGS", "-tries=0 FLAGS", 1), "-fail-on=predicted"},
	}
}

// protocols are the trials of commands that mine or check protocols.
func protocols(line string) []trial {
	return []trial{
		{strings.Replace(line, "-v ", "", 1), "-v -html=@/h -keep=@/k -sequences=@/seq"},
		{strings.Replace(line, "FLAGS", "-keep=@/k FLAGS", 1), "-no-input"},
		{line, "-save -run=Solo"},
		{line, "-types=example.com/effects/proto.Store"},
		{line, "-automata=given.automata"},
		{line, "-all"},
		{line, "-soft"},
		{strings.Replace(line, "FLAGS", "-soft FLAGS", 1), "-locks"},
		{line, "-x=k=1"},
		{line, "-x=s=10"},
		{line, "-x=match=or"},
		{line, "-x=no-merge=true"},
		{strings.Replace(line, "./proto", ".", 1), "-C=proto"},
		{strings.Replace(line, "./proto", "./protoprog", 1), "-program"},
	}
}

// trials has the command lines of each form.
var trials = map[flags.Form][]trial{
	flags.Check: append(reported("check FLAGS ."),
		trial{"check FLAGS .", "-q " + allFiles},
		trial{"check FLAGS .", "-json"},
		trial{"check FLAGS .", "-new-from=HEAD"},
		trial{"check FLAGS .", "-C=other"},
		trial{"check -C=checked FLAGS ./... example.com/dep", "-v -test=false -scope=example.com/dep -enable=waitgroup -tags=extra -show-refuted -show-possible"},
	),
	flags.Demo: {
		{"demo FLAGS", "-v -html=@/h -keep=@/k"},
		{"demo FLAGS", "-json -time=1ns"},
		{"demo FLAGS", "-selftest"},
	},
	flags.Selftest: {{"demo FLAGS", "-selftest"}},
	flags.Test: append(append(reported("test -explore=false FLAGS ."), confirmedWith("test -explore=false FLAGS .")...),
		trial{"test -explore=false FLAGS .", "-v -static=false -condvar=false -memory -leaks=false -keep=@/k"},
		trial{"test -explore=false FLAGS .", "-new-from=HEAD"},
		trial{"test -explore=false -static=false FLAGS ./timed", "-early-max=7s"},
		trial{"test FLAGS ./leaky", "-explore=false"},
		trial{"test FLAGS -explore=false .", "-C=other"},
		trial{"test -explore=false -keep=@/k FLAGS .", "-no-input"},
	),
	flags.Explore: append(reported("explore -runs=20 FLAGS ./crossed"),
		trial{"explore -runs=20 FLAGS ./crossed", "-q " + allFiles + "-keep=@/k -seed=7 -early-max=7s -memory -leaks=false"},
		trial{"explore FLAGS ./crossed", "-json -time=1ns -runs=7 -early -stop-first"},
		trial{"explore -runs=20 FLAGS ./crossed", "-shard=1/2 -results=@/r"},
		trial{"explore -runs=20 FLAGS ./noisy", "-v"},
		trial{"explore -runs=20 FLAGS ./crossed", "-x=strategy=pct -x=bound=7"},
		trial{"explore -runs=20 -x=strategy=hapset FLAGS ./crossed", "-x=sets=@/sets"},
		trial{"explore -runs=5 FLAGS .", "-changed=HEAD"},
		trial{"explore -runs=5 -changed=HEAD FLAGS .", "-x=capp=LS"},
		trial{"explore FLAGS -runs=5 .", "-C=other"},
		trial{"explore -runs=20 FLAGS ./crossed", "-resume=$/whole"},
		trial{"explore -runs=20 -keep=@/k FLAGS ./crossed", "-no-input"},
		trial{"explore FLAGS ./crossed", "-i"},
		trial{"explore FLAGS ./crossed", "-drive"},
		trial{"explore -drive FLAGS ./kept", "-write=@/w_test.go"},
		trial{"explore -drive FLAGS ./awaited", "-rules=wait"},
		trial{"explore FLAGS shard", "-merge"},
		trial{"explore -runs=5 FLAGS ./leaky", "-fail-on=leak"},
	),
	flags.Merge: append(reported("explore -merge FLAGS shard"),
		trial{"explore -merge FLAGS shard", "-q " + allFiles + "-keep=@/k"},
		trial{"explore -merge FLAGS shard", "-json"},
		trial{"explore -merge FLAGS noisy.shard", "-v"},
		trial{"explore FLAGS -merge shard", "-C=checked"},
		trial{"explore FLAGS shard", "-merge"},
		trial{"explore -merge FLAGS leaky.shard", "-fail-on=leak"},
	),
	flags.Step: {
		{"explore -i FLAGS ./crossed", "-seed=7 -keep=@/k -memory -leaks=false"},
		{"explore FLAGS -i .", "-C=other"},
		{"explore -i -keep=@/k FLAGS ./crossed", "-no-input"},
		{"explore FLAGS ./crossed", "-i"},
	},
	flags.Races: append(reported("races -tries=1 FLAGS ./racy"),
		trial{"races FLAGS ./racy", "-q " + allFiles + "-keep=@/k -seed=7 -early-max=7s -tries=1"},
		trial{"races -tries=1 FLAGS ./racy", "-json -time=1ns"},
		trial{"races -tries=1 FLAGS ./racy", "-v"},
		trial{"races -tries=1 FLAGS ./harmless", "-fail-on=harm"},
		trial{"races FLAGS -tries=1 .", "-C=racy"},
		trial{"races -tries=1 -keep=@/k FLAGS ./racy", "-no-input"},
	),
	flags.Run: append(append(reported("run FLAGS ./prog"), confirmedWith("run FLAGS ./prog")...),
		trial{"run FLAGS ./prog", "-v -static=false -condvar=false -memory -leaks=false -keep=@/k"},
		trial{"run FLAGS ./prog", "-new-from=HEAD"},
		trial{"run FLAGS .", "-C=prog"},
		trial{"run -static=false FLAGS ./timed", "-early-max=7s"},
		trial{"run -keep=@/k FLAGS ./prog", "-no-input"},
	),
	flags.ConfirmID: append(confirmedWith("confirm FLAGS "+idCross+" ."),
		trial{"confirm FLAGS " + idCross + " .", "-v -condvar=false -memory -leaks=false -keep=@/k"},
		trial{"confirm FLAGS " + idCross + " .", "-C=other"},
		trial{"confirm FLAGS " + idTimed + " ./timed", "-early-max=7s"},
		trial{"confirm -keep=@/k FLAGS " + idCross + " .", "-no-input"},
	),
	flags.ConfirmDir: append(append(reported("confirm FLAGS $/rec"), confirmedWith("confirm FLAGS $/rec")...),
		trial{"confirm FLAGS $/rec", "-v"},
		trial{"confirm FLAGS $/argued", "-no-input"},
		trial{"confirm FLAGS $/timed", "-early-max=7s"},
		trial{"confirm FLAGS $/timed", "-condvar=false"},
		trial{"confirm FLAGS $/rec", "-trace-program=@/p"},
		trial{"confirm FLAGS $/foreign", "-trust"},
	),
	flags.Replay: {
		{"replay FLAGS $/again/schedule-" + idCross + ".json", "-q " + allFiles},
		{"replay FLAGS $/again/schedule-" + idCross + ".json", "-json"},
		{"replay FLAGS $/again/schedule-" + idCross + ".json", "-v"},
		{"replay FLAGS $/again/schedule-" + idCross + ".json", "-C=.."},
		{"replay FLAGS $/again/schedule-" + idCross + ".json CALM", "-tries=5"},
		{"replay FLAGS $/untrusted/schedule-" + idCross + ".json", "-trust"},
	},
	flags.Record: {
		{"record FLAGS -- $/prog", "-keep=@/k"},
		{"record -keep=@/k FLAGS -- $/prog", "-no-input -condvar=false -leaks=false"},
	},
	flags.Env: {{"record env FLAGS", "-memory"}},
	flags.Mine: append(protocols("typestate mine FLAGS ./proto"),
		trial{"typestate mine FLAGS ./proto", "-write-automata=@/a"},
	),
	flags.Protocols: append(protocols("typestate check -v -tries=0 FLAGS ./proto"),
		trial{"typestate check FLAGS ./proto", "-json -time=1ns"},
		trial{"typestate check FLAGS ./proto", "-tries=0"},
		trial{"typestate check FLAGS ./proto", "-x=w=1 -x=l=1"},
		trial{"typestate check FLAGS ./proto", "-x=exhaustive=true"},
	),
	flags.Gopls: {
		{"lsp gopls FLAGS STUB", "-version=v0.1.2"},
		{"lsp gopls FLAGS STUB", "-source=nowhere"},
	},
	flags.Show: {
		{"typestate show -C=shown FLAGS .", "-x=k=1"},
		{"typestate show -C=shown FLAGS .", "-x=s=10"},
		{"typestate show -C=shown FLAGS .", "-x=match=or"},
		{"typestate show -C=shown FLAGS .", "-x=no-merge=true"},
		{"typestate show -C=shown FLAGS .", "-draw=dot"},
		{"typestate show FLAGS", "-types=os.File"},
		{"typestate show FLAGS", "-automata=given.automata"},
		{"typestate show FLAGS .", "-C=proto"},
	},
}

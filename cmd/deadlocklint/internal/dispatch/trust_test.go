package dispatch

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/seal"
)

// A hostileSchedule changes a schedule that was written here, as an attacker may who
// attaches it to a bug report.
type hostileSchedule struct {
	name   string
	change func(s map[string]any, mark string)
	words  string // that the error says
}

// build replaces the build flags of a schedule.
func buildWith(flags ...string) func(map[string]any, string) {
	return func(s map[string]any, mark string) {
		for i, f := range flags {
			flags[i] = strings.ReplaceAll(f, "MARK", mark)
		}
		s["Replay"].(map[string]any)["Build"] = flags
	}
}

func set(field string, value any) func(map[string]any, string) {
	return func(s map[string]any, _ string) { s[field] = value }
}

// anyAutomaton is one that a schedule of calls may carry.
const anyAutomaton = "type T\nstate s final\n"

var hostileSchedules = []hostileSchedule{
	{"wrapper", func(s map[string]any, mark string) { s["Prefix"] = []string{"touch", mark} }, `the checkout does not have the wrapper "touch"`},
	{"toolexec", buildWith("-toolexec=touch MARK"), "the build flag \"-toolexec="},
	{"toolexec with two dashes", buildWith("--toolexec=touch MARK"), "the build flag"},
	{"external linker", buildWith("-ldflags=-linkmode=external -extld=touch"), "the build flag"},
	{"external linker behind a pattern", buildWith("-ldflags=all=-extld=touch"), "the build flag"},
	{"profile of the compiler", buildWith("-gcflags=-cpuprofile=MARK"), "the build flag"},
	{"overlay", buildWith("-overlay=MARK"), "the build flag"},
	{"module file elsewhere", buildWith("-modfile=../../go.mod"), "the build flag"},
	{"word that is no flag", buildWith("./evil"), "the build flag"},
	{"absolute binary", func(s map[string]any, mark string) {
		s["Replay"], s["Binary"], s["Args"] = map[string]any{}, "/usr/bin/touch", []string{mark}
	}, `the checkout does not have the program "/usr/bin/touch"`},
	{"path traversal", set("Dir", "../../.."), `the directory "../../.."`},
	{"absolute directory", set("Dir", "/"), `the directory "/"`},
	{"test that writes a profile", func(s map[string]any, mark string) {
		s["Test"], s["Args"] = true, []string{"-test.run=X", "--test.cpuprofile=" + mark}
	}, "the test flag"},
	{"flag for a package", set("Package", "-toolexec=touch"), "is no package of a checkout"},
	{"package of another module", set("Package", "example.com/evil@v1.0.0"), "is no package of a checkout"},
	{"package above", set("Package", "../../evil"), "is no package of a checkout"},
	{"patterns of conditions", func(s map[string]any, _ string) {
		s["Replay"].(map[string]any)["Conditions"] = map[string]any{"Patterns": []string{"-toolexec=touch"}}
	}, "is no package of a checkout"},
	{"go command of the standard library", func(s map[string]any, mark string) {
		s["Package"], s["Args"] = "cmd/go", []string{"build", "-o", mark, "."}
	}, `the package "cmd/go"`},
	{"standard library", set("Package", "std"), `the package "std"`},
	{"everything", set("Package", "..."), `the package "..."`},
	{"tools of go.mod", set("Package", "tool"), `the package "tool"`},
	{"neighbour of the module", set("Package", "example.com/m2"), `the package "example.com/m2"`},
	{"program of a dependency that ends in .go", set("Package", "example.com/evil.go"), `the package "example.com/evil.go"`},
	{"no package", set("Package", ""), `the package ""`},
	{"no module", set("Module", ""), `the package "example.com/m"`},
	{"flag that takes the next word", buildWith("-tags"), `the build flag "-tags"`},
	{"pattern that takes the next word", buildWith("-coverpkg", "-race"), `the build flag "-coverpkg"`},
	{"flags in one word", buildWith("-gcflags=-N -toolexec=touch"), "the build flag"},
	{"unknown space in a flag", buildWith("-gcflags=-N\u00a0-cpuprofile=x"), "the build flag"},
	{"two patterns", buildWith("-gcflags=all=std=-cpuprofile=x"), "the build flag"},
	{"upper case", buildWith("-TOOLEXEC=touch MARK"), "the build flag"},
	{"builds without number", buildWith("-p=99999999999999999999"), "the build flag"},
	{"directory of the go command", buildWith("-C=/"), "the build flag"},
	{"output", buildWith("-o=MARK"), "the build flag"},
	{"test flag with a word of its own", func(s map[string]any, mark string) {
		s["Test"], s["Args"] = true, []string{"-test.outputdir", mark}
	}, "the test flag"},
	{"test flag behind the end of flags", func(s map[string]any, mark string) {
		s["Test"], s["Args"] = true, []string{"--", "-test.trace=" + mark}
	}, "the test flag"},
	{"kind of a test that is a program", func(s map[string]any, mark string) {
		s["Replay"].(map[string]any)["Kind"], s["Package"] = "test", "cmd/go"
	}, `the package "cmd/go"`},
	{"name in lower case", func(s map[string]any, mark string) {
		delete(s, "Prefix")
		s["prefix"] = []string{"touch", mark}
	}, `the wrapper "touch"`},
	{"seal of zeros", func(s map[string]any, _ string) { s["Root"], s["Seal"] = "/", seal.Blank }, "the schedule is of the module example.com/m"},
	{"calls of other packages", func(s map[string]any, _ string) {
		delete(s, "Plan")
		s["Calls"] = map[string]any{"Steps": make([]struct{}, 1), "Packages": []string{"./...", "all"}, "Automaton": anyAutomaton}
	}, `the package "all"`},
	{"calls of no program", func(s map[string]any, _ string) {
		delete(s, "Plan")
		s["Calls"] = map[string]any{"Steps": make([]struct{}, 1)}
	}, "names no program"},
	{"kind", func(s map[string]any, _ string) { s["Replay"].(map[string]any)["Kind"] = "install" }, "is no kind of program"},
	{"huge count of calls", func(s map[string]any, _ string) {
		delete(s, "Plan")
		s["Calls"] = map[string]any{"Steps": make([]struct{}, 100_000)}
	}, "can have 1 to"},
	{"huge plan", func(s map[string]any, _ string) {
		s["Plan"].(map[string]any)["Pauses"] = "deadlocklint plan 1\n" + strings.Repeat("edge ctx=1\n", 100_000)
	}, "has no plan in it"},
	{"wrong type", set("Args", 5), "is no schedule"},
	{"no finding", set("Finding", map[string]any{}), "has no finding in it"},
	{"another module", func(s map[string]any, _ string) { s["Root"] = "/" }, "the schedule is of the module example.com/m"},
}

// anyPlan is one that a schedule may carry.
func anyPlan() *schedule.Plan {
	p := &schedule.Plan{}
	p.Pauses.N = 1
	p.Pauses.Edges[0] = pauses.Edge{Context: [pauses.MaxContext]uint64{1}, N: 1}
	return p
}

// TestHostileSchedules: a schedule that asks for more than the checkout has gets one
// line, and nothing runs.
func TestHostileSchedules(t *testing.T) {
	t.Parallel()
	original := schedule.Schedule{
		Module: "example.com/m", Root: moduletest.Source(t, "empty"),
		Replay: schedule.Build{Kind: schedule.KindRun, Package: "."}, Package: "example.com/m", Plan: anyPlan(),
		Finding: report.Finding{Dynamic: &report.Dynamic{}},
	}
	replay, err := original.Write(t.TempDir(), "0123456789abcdef", func(string) report.Finding { return original.Finding })
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(strings.TrimPrefix(replay, "deadlocklint replay "))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range hostileSchedules {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			fields, dir := map[string]any{}, t.TempDir()
			if err := json.Unmarshal(text, &fields); err != nil {
				t.Fatal(err)
			}
			mark := filepath.Join(dir, "mark")
			c.change(fields, mark)
			b, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			moduletest.Write(t, dir, "schedule.json", string(b))
			args := []string{"replay", "-C=" + original.Root, filepath.Join(dir, "schedule.json")}
			if strings.HasPrefix(c.words, "the schedule is of the module") {
				args = slices.Delete(args, 1, 2) // the file says where
			}
			o := call(t, args...)
			o.want(t, c.name, report.ExitFailed, c.words)
			if o.out+o.err != "" {
				t.Errorf("%s: more than one line: %s%s", c.name, o.out, o.err)
			}
			if _, err := os.Stat(mark); err == nil {
				t.Errorf("%s: it ran", c.name)
			}
		})
	}
}

// TestHostileRecordings: confirm runs nothing of a recording that was changed, or that
// another user made; predict, which runs nothing, reads it.
func TestHostileRecordings(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(tg *record.Target, dir, mark string){
		"wrapper":     func(tg *record.Target, _, mark string) { tg.Prefix = []string{"touch", mark} },
		"environment": func(tg *record.Target, _, mark string) { tg.Env = append(tg.Env, "GODEBUG=x="+mark) },
		"arguments":   func(tg *record.Target, _, mark string) { tg.Args = append(tg.Args, mark) },
		"absolute binary": func(tg *record.Target, _, mark string) {
			tg.Binary, tg.Args = "/usr/bin/touch", []string{mark}
		},
		"binary replaced": func(tg *record.Target, dir, mark string) {
			if err := os.Remove(filepath.Join(dir, filepath.Base(tg.Binary))); err != nil { // it is a link
				t.Error(err)
			}
			moduletest.Write(t, dir, filepath.Base(tg.Binary), "#!/bin/sh\necho > "+mark+"\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, o := recorded(t, "", "cross")
			o.want(t, "record", 0, "next: deadlocklint confirm "+dir)
			mark := filepath.Join(t.TempDir(), "mark")
			files, err := filepath.Glob(filepath.Join(dir, "target.*.json"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			text, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			tg := &record.Target{}
			if err := json.Unmarshal(text, tg); err != nil {
				t.Fatal(err)
			}
			before := fmt.Sprint(tg)
			if change(tg, dir, mark); fmt.Sprint(tg) != before {
				text, err = json.Marshal(tg)
				if err != nil {
					t.Fatal(err)
				}
				moduletest.Write(t, dir, filepath.Base(files[0]), string(text))
			}
			call(t, "confirm", "-tries=0", dir).want(t, "predict", report.ExitClean, "plain")
			o = call(t, "confirm", dir)
			o.want(t, "confirm", report.ExitFailed, "was recorded by another user or on another machine, or was changed, and would run", "add -trust to run it")
			if o.out+o.err != "" {
				t.Errorf("more than one line: %s%s", o.out, o.err)
			}
			if _, err := os.Stat(mark); err == nil {
				t.Error("it ran")
			}
		})
	}
}

// TestReplayOfRecording: what confirm found in a recording is replayed by the command that it prints, with the recorded
// program. Nothing runs when that was replaced.
func TestReplayOfRecording(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	o := call(t, "confirm", "-json", "-tries=10", dir)
	if o.confirmed() != "plain" {
		t.Fatalf("confirmed: %q\n%s", o.confirmed(), o.err)
	}
	command := strings.Fields(o.Findings[0].Replay)[1:]
	call(t, command[0], "-tries=10", command[1]).want(t, "replay", report.ExitFindings, "replayed in run")
	mark := filepath.Join(t.TempDir(), "mark")
	for _, name := range keptBinaries(t, dir) {
		if err := os.Remove(name); err != nil { // it is a link
			t.Fatal(err)
		}
		moduletest.Write(t, dir, filepath.Base(name), "#!/bin/sh\necho > "+mark+"\n")
	}
	call(t, command...).want(t, "another program", report.ExitFailed, "the checkout does not have the program", "add -trust to run it")
	if _, err := os.Stat(mark); err == nil {
		t.Error("it ran")
	}
}

// TestReplayOfTrusted: what a user has trusted in a recording of another user is replayed by the command that is printed.
func TestReplayOfTrusted(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	files, err := filepath.Glob(filepath.Join(dir, "target.*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	moduletest.Write(t, dir, filepath.Base(files[0]), string(text)+"\n") // as one from elsewhere
	call(t, "confirm", "-tries=10", dir).want(t, "not trusted", report.ExitFailed, "add -trust to run it")
	o := call(t, "confirm", "-trust", "-json", "-tries=10", dir)
	if o.confirmed() != "plain" {
		t.Fatalf("confirmed: %q\n%s", o.confirmed(), o.err)
	}
	command := strings.Fields(o.Findings[0].Replay)[1:]
	call(t, command...).want(t, "replay", report.ExitFindings, "replayed in run")
}

// keptBinaries are the programs that a recording keeps.
func keptBinaries(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "bin.*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return names
}

// TestSealsSurvive: what was just written is this user's own.
func TestSealsSurvive(t *testing.T) {
	t.Parallel()
	s := &schedule.Schedule{Plan: anyPlan(), Finding: report.Finding{Dynamic: &report.Dynamic{}, Message: seal.Blank}}
	replay, err := s.Write(t.TempDir(), "1", func(string) report.Finding { return s.Finding })
	if err != nil {
		t.Fatal(err)
	}
	if back, err := schedule.Read(strings.TrimPrefix(replay, "deadlocklint replay ")); err != nil || back.Own() {
		t.Errorf("a text with two places for its seal is sealed: %v", err)
	}
	s.Finding.Message = "short"
	if replay, err = s.Write(t.TempDir(), "1", func(string) report.Finding { return s.Finding }); err != nil {
		t.Fatal(err)
	}
	back, err := schedule.Read(strings.TrimPrefix(replay, "deadlocklint replay "))
	if err != nil || !back.Own() {
		t.Errorf("not our own: %v", err)
	}
}

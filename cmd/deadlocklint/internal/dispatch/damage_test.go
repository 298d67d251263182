package dispatch

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// cut leaves part of a file: n-1 of n parts.
func cut(t *testing.T, name string, n int64) {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, info.Size()/n*(n-1)+1); err != nil {
		t.Fatal(err)
	}
}

// rewrite puts something else into a file.
func rewrite(t *testing.T, name string, change func(b []byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, change(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// damages are what may happen to a trace. A full disk cuts it off or leaves it
// empty.
var damages = []struct {
	name   string
	alone  string // the error, when it is the only trace; "" when enough is left
	note   string // what is said when there are others
	change func(b []byte) []byte
}{
	{"empty", "empty, the process ended at its start", "empty", func(b []byte) []byte { return nil }},
	{"only a header", "nothing was recorded", "", func(b []byte) []byte { return b[:16] }},
	{"cut off", "", "trace damaged at byte", func(b []byte) []byte { return b[:len(b)-7] }}, // in the middle of a record, wherever chunks end
	// Small recordings are one chunk, which is good or bad as a whole.
	{"overwritten at its end", "", "trace damaged at byte", func(b []byte) []byte { return append(append([]byte(nil), b...), make([]byte, 1000)...) }},
	{"foreign", "not a deadlocklint trace", "not a deadlocklint trace", func(b []byte) []byte { return []byte("some text that is no trace\n") }},
	{"zeros", "not a deadlocklint trace", "not a deadlocklint trace", func(b []byte) []byte { return make([]byte, len(b)) }},
	{"newer", "the trace has version 99", "the trace has version 99", func(b []byte) []byte {
		binary.LittleEndian.PutUint32(b[8:], 99)
		return b
	}},
}

// TestDamagedTrace: what can be read counts, and what cannot is named.
func TestDamagedTrace(t *testing.T) {
	t.Parallel()
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			dir, _ := recorded(t, "", "cross")
			names, err := record.Traces(dir)
			if err != nil || len(names) != 1 {
				t.Fatal(names, err)
			}
			whole, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			rewrite(t, names[0], d.change)
			o := call(t, "confirm", "-tries=0", "-json", dir)
			if d.alone != "" {
				o.want(t, "predict", report.ExitFailed, d.alone)
			} else if o.want(t, "predict", report.ExitFailed, d.note, "made of no recording that is incomplete", `"incomplete":true`); len(o.Stats.Damaged) == 0 {
				t.Errorf("nothing is said: %s", o.out)
			}
			// next to a whole one
			moduletest.Write(t, dir, "t.1.1.dltrace", string(whole))
			o = call(t, "confirm", "-tries=0", "-json", dir)
			o.want(t, "predict with another", report.ExitFailed, d.note)
			if o.types(report.StatusPredicted) != "plain" {
				t.Errorf("the whole trace is lost: %s", o.out)
			}
		})
	}
}

func TestDamagedTarget(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	names, err := filepath.Glob(filepath.Join(dir, "target.*.json"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	if err := os.Remove(names[0]); err != nil {
		t.Fatal(err)
	}
	o := call(t, "confirm", "-json", dir)
	o.want(t, "confirm without a target", report.ExitFailed, "not tried: the program that was recorded is not known here", "the file about its program was removed; record again", `"complete":false`)
	call(t, "confirm", "-json", "-tries=0", dir).want(t, "predict without a target", report.ExitClean, `"complete":true`)
	moduletest.Write(t, dir, filepath.Base(names[0]), "{")
	call(t, "confirm", dir).want(t, "confirm with a damaged target", 1, "is damaged", "record again")
}

func TestEmptyRecording(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"-tries=0", "-tries=1"} {
		call(t, "confirm", name, dir).want(t, name, report.ExitFailed, "nothing was recorded in "+dir)
	}
}

// TestDamagedSchedule needs no program: nothing is built before a schedule is read.
func TestDamagedSchedule(t *testing.T) {
	t.Parallel()
	whole, err := json.Marshal(schedule.Schedule{
		Format: "deadlocklint schedule", Version: schedule.Version, Plan: anyPlan(),
		Finding: report.Finding{Dynamic: &report.Dynamic{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	with := func(old, new string) string { return strings.Replace(string(whole), old, new, 1) }
	for name, c := range map[string]struct{ text, words string }{
		"empty":     {"", "is damaged at offset 0"},
		"cut off":   {string(whole[:40]), "is damaged at offset 40"},
		"foreign":   {`{"a": 1}`, "is no schedule"},
		"text":      {"some text", "is damaged at offset 1"},
		"mistyped":  {`{"format": 5}`, "is no schedule"},
		"newer":     {with(`"version":3`, `"version":99`), "was written by a newer deadlocklint (version 99); install that one"},
		"older":     {with(`"version":3`, `"version":2`), "was written by an older deadlocklint (version 2)"},
		"none":      {with(`"version":3`, `"version":0`), "is no schedule"},
		"no plan":   {with("edge", "no edge"), "has no plan in it"},
		"a list":    {"[]", "is no schedule"},
		"null":      {"null", "is no schedule"},
		"directory": {"", "is a directory"},
	} {
		file := filepath.Join(t.TempDir(), "schedule.json")
		if name == "directory" {
			file = filepath.Dir(file)
		} else {
			moduletest.Write(t, filepath.Dir(file), "schedule.json", c.text)
		}
		o := call(t, "replay", file)
		status := report.ExitFailed
		if name == "directory" {
			status = report.ExitUsage
		}
		o.want(t, name, status, c.words)
	}
}

// TestNoGo is what stands between a user and the first recording.
func TestNoGo(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "empty")
	old, none, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "file")
	moduletest.Write(t, old, "go", "#!/bin/sh\necho '{\"GOROOT\": \"/nowhere\", \"GOVERSION\": \"go1.19\", \"GOMOD\": \"go.mod\"}'\n")
	if err := os.Chmod(filepath.Join(old, "go"), 0o700); err != nil {
		t.Fatal(err)
	}
	moduletest.Write(t, filepath.Dir(file), "file", "")
	for _, c := range []struct{ name, env, words string }{
		{"an old Go", "PATH=" + old, "go1.19 cannot be instrumented, only Go 1.24 to "},
		{"no Go", "PATH=" + none, "there is no go command on the PATH; install Go"},
		{"a cache that is a file", "DEADLOCKLINT_CACHE=" + file, "set DEADLOCKLINT_CACHE to one that can be written"},
		{"a temporary directory that is a file", "TMPDIR=" + file, "set TMPDIR"},
	} {
		for _, args := range [][]string{{"test", "./..."}, {"run", "."}} {
			o := runProcess(t, process(t, dir, []string{c.env}, args...))
			o.want(t, c.name, report.ExitFailed, c.words)
			oneLine(t, args, o.message)
		}
	}
	call(t, "run", "-C", dir, "-keep", filepath.Join(file, "rec"), ".").want(t, "-keep in a file", report.ExitFailed, "name another one")
}

// TestNoModule: one line where there is nothing to work on, and what the go command
// says where it can tell; the status is its.
func TestNoModule(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	for _, args := range [][]string{{"test", "-C", empty}, {"test", "-C", empty, "./..."}, {"run", "-C", empty, "."}, {"check", "-C", empty, "./..."}, {"confirm", "-C=" + empty, "0123456789abcdef"}} {
		o := call(t, args...)
		o.want(t, args[0]+" without a module", report.ExitFailed, "there is no go.mod in this directory or above it; run in a module")
		if o.out != "" || o.err != "" {
			t.Errorf("%q says more: %s%s", args, o.out, o.err)
		}
	}
	moduletest.Write(t, empty, "m.go", "package main\n\nfunc main() {}\n")
	call(t, "check", "-C", empty, "m.go").want(t, "a file without a module", report.ExitClean, "nothing found")
	call(t, "check", "-C", empty, "sync/errors").want(t, "no package", report.ExitFailed, "sync/errors is not checked", "not everything could be looked at")
	dir := moduletest.Module(t, "")
	call(t, "run", "-C", dir, ".").want(t, "run without Go files", report.ExitFailed, "no Go files")
	call(t, "test", "-C", dir, "./...").want(t, "test without Go files", report.ExitFailed, "no packages to test")
}

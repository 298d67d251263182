package testflags

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/flags"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// parsed fails the test when the command line is not accepted.
func parsed(t *testing.T, line string) CommandLine {
	t.Helper()
	p, err := Parse(flags.Test, strings.Fields(line))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return p
}

// TestGoTest reads: the user's arguments, and the go commands made of them.
func TestGoTest(t *testing.T) {
	for _, c := range []struct{ line, record, confirm string }{
		{"", "test -count=1", "test -count=1 -vet=off -run=^TestX$"},
		{"./...", "test -count=1 ./...", "test -count=1 -vet=off -run=^TestX$ ./..."},
		{"-race -tags=a,b ./a ./b", "test -race=true -tags=a,b -count=1 ./a ./b", "test -race=true -tags=a,b -count=1 -vet=off -run=^TestX$ ./a ./b"},
		{"-run X ./a", "test -count=1 -run=X ./a", "test -count=1 -vet=off -run=^TestX$ ./a"},
		{"./a --run=X", "test -count=1 -run=X ./a", "test -count=1 -vet=off -run=^TestX$ ./a"},
		{"-test.run=X -test.v", "test -count=1 -v -run=X", "test -count=1 -vet=off -run=^TestX$"},
		{"-v ./a", "test -count=1 -v ./a", "test -count=1 -vet=off -run=^TestX$ ./a"},
		{"-v=false ./a", "test -count=1 ./a", "test -count=1 -vet=off -run=^TestX$ ./a"},
		{"-count=5", "test -count=1", "test -count=1 -vet=off -run=^TestX$"},
		{"-json", "test -count=1", "test -count=1 -vet=off -run=^TestX$"},
		{"-failfast -coverprofile c.out -work", "test -count=1 -failfast=true -coverprofile=c.out -work=true", "test -count=1 -vet=off -run=^TestX$"},
		{"-cover -cpu 1,2 -p 3 -short", "test -cover=true -cpu=1,2 -p=3 -short=true -count=1", "test -cover=true -cpu=1,2 -p=3 -short=true -count=1 -vet=off -run=^TestX$"},
		{"-timeout 30s", "test -count=1 -timeout=30s", "test -count=1 -timeout=30s -vet=off -run=^TestX$"},
		{"-shuffle on", "test -count=1 -shuffle=on", "test -count=1 -shuffle=on -vet=off -run=^TestX$"},
		{"-shuffle on -seed 7", "test -count=1 -shuffle=7", "test -count=1 -shuffle=7 -vet=off -run=^TestX$"},
		{"-vet=", "test -count=1 -vet=", "test -count=1 -vet=off -run=^TestX$"},
		{"-bench=. -benchtime=1x -benchmem", "test -benchtime=1x -count=1 -benchmem=true -bench=.", "test -benchtime=1x -count=1 -vet=off -run=^TestX$"},
		{"-buildvcs -buildvcs=auto", "test -buildvcs=true -buildvcs=auto -count=1", "test -buildvcs=true -buildvcs=auto -count=1 -vet=off -run=^TestX$"},
		{"-overlay o.json -exec sudo", "test -overlay=o.json -exec=sudo -count=1", "test -overlay=o.json -exec=sudo -count=1 -vet=off -run=^TestX$"},
		{"-ldflags=-s -ldflags a=-w", "test -ldflags=-s -ldflags=a=-w -count=1", "test -ldflags=-s -ldflags=a=-w -count=1 -vet=off -run=^TestX$"},
		{"./a -args -v -run=Y", "test -count=1 ./a -args -v -run=Y", "test -count=1 -vet=off -run=^TestX$ ./a -args -v -run=Y"},
		{"-update ./a", "test -count=1 -args -update ./a", "test -count=1 -vet=off -run=^TestX$ -args -update ./a"},
		{"./a -update", "test -count=1 ./a -args -update", "test -count=1 -vet=off -run=^TestX$ ./a -args -update"},
		{"./a -my val -short", "test -short=true -count=1 ./a -args -my val", "test -short=true -count=1 -vet=off -run=^TestX$ ./a -args -my val"},
		{"./a -my=val other -short", "test -count=1 ./a -args -my=val other -short", "test -count=1 -vet=off -run=^TestX$ ./a -args -my=val other -short"},
		{"./a -short b -race", "test -short=true -count=1 ./a -args b -race", "test -short=true -count=1 -vet=off -run=^TestX$ ./a -args b -race"},
		{"./a -- -v", "test -count=1 ./a -args -- -v", "test -count=1 -vet=off -run=^TestX$ ./a -args -- -v"},
		{"-C=sub ./a", "test -count=1 ./a", "test -count=1 -vet=off -run=^TestX$ ./a"},
		{"-tries=1 -time 1m -keep k ./a", "test -count=1 ./a", "test -count=1 -vet=off -run=^TestX$ ./a"},
	} {
		p := parsed(t, c.line)
		if got := strings.Join(p.GoTest(Run{}), " "); got != c.record {
			t.Errorf("%s: recording\n got %s\nwant %s", c.line, got, c.record)
		}
		if got := strings.Join(p.GoTest(Run{Confirm: true, Tests: "^TestX$"}), " "); got != c.confirm {
			t.Errorf("%s: confirming\n got %s\nwant %s", c.line, got, c.confirm)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for line, want := range map[string]string{
		"-fuzz=F":             "flag -fuzz: it is refused: fuzzing never ends",
		"-test.fuzz F":        "run the seeds with -run",
		"-c":                  "flag -c: it is refused: nothing would run",
		"-o x":                "flag -o: it is refused",
		"-i":                  "since Go 1.20",
		"-n":                  "nothing would run",
		"-x":                  "GOFLAGS=-x",
		"-x depth=3":          "there is no parameter depth; run deadlocklint help test",
		"-x abstracton=index": "perhaps abstraction",
		"-x pausing=fast":     "say parallel or serial",
		"-runs=3":             "it is a flag of deadlocklint explore",
		"-trust":              "it is a flag of deadlocklint confirm DIR or replay",
		"-budget=1m":          "it is written -time now",
		"-list .":             "nothing would run",
		"-cpuprofile=c":       "it would measure the recorder",
		"-msan":               "use -race",
		"-compiler gccgo":     `"gccgo" is not instrumented`,
		"-run":                "flag -run: it needs a value; write -run=VALUE",
		"-race=maybe":         `"maybe" is neither true nor false`,
		"-timeout=soon":       "write one such as 90s",
		"-timeout=-1s":        "is no duration",
		"-count=0":            "runs no test",
		"-count=many":         "runs no test",
		"-shuffle=maybe":      "write on, off or a number",
		"./a -C sub":          "it must be the first flag",
		"-v -C=sub":           "it must be the first flag",
		"-time=-1s":           "flag -time: \"-1s\" is no duration",
		"-tries=-1":           "write 0 or more",
		"-tries=x":            "write 0 or more",
		"-fail-on=everything": "is no status; write some of confirmed, leaked,",
		"-seed=-1":            "is no seed",
		"-keep=":              "it has no value",
		"./a -args -c -tries": "", // after -args nothing is ours
		"./a -unknown -time":  "needs a value",
	} {
		_, err := Parse(flags.Test, strings.Fields(line))
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want %q", line, err, want)
		case err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: more than one line: %v", line, err)
		}
	}
	for _, line := range []string{"-h", "--help", "./a -help", "-?"} {
		if _, err := Parse(flags.Test, strings.Fields(line)); !errors.Is(err, flags.ErrHelp) {
			t.Errorf("%s: %v, want ErrHelp", line, err)
		}
	}
}

func TestOwnFlags(t *testing.T) {
	got := parsed(t, "-C sub -time=90s -tries 0 -json -fail-on not-reached,infeasible --keep d -seed=9 -x pausing=serial -x=abstraction=trivial -v")
	if got.Chdir != "sub" || !slices.Equal(got.FailOn, []report.Status{report.StatusNotReached, report.StatusInfeasible}) {
		t.Errorf("%+v", got)
	}
	got.FailOn, got.Written = nil, nil
	want := flags.Values{Chdir: "sub", Time: 90 * time.Second, JSON: true, Keep: "d", Seed: 9, EarlyMax: time.Minute, Pausing: "serial", Abstraction: "trivial", Verbose: true}
	if !reflect.DeepEqual(got.Values, want) {
		t.Errorf("got %+v, want %+v", got.Values, want)
	}
}

func TestDefaults(t *testing.T) {
	p := parsed(t, "")
	if p.Time != 10*time.Minute || p.Tries != 3 || p.Timeout != DefaultTimeout || p.TimeoutSet || p.JSON || p.Verbose {
		t.Errorf("%+v", p)
	}
}

func TestNotes(t *testing.T) {
	if p := parsed(t, "-count=3"); len(p.Notes) != 1 || !strings.Contains(p.Notes[0], "-tries") {
		t.Errorf("notes %q", p.Notes)
	}
	if p := parsed(t, "-count=1"); p.Notes != nil {
		t.Errorf("notes %q", p.Notes)
	}
}

// TestNotDefined: the nearest flag is looked for in the command, in go test, and then in other commands.
func TestNotDefined(t *testing.T) {
	for flag, want := range map[string]string{
		"trise": "perhaps -tries. ", "runn": "perhaps -run. ", "rusn": "perhaps -run", "chnaged": "perhaps -changed, which deadlocklint test does not have. ",
		"golden": "run deadlocklint help test. ", "fuz": "run deadlocklint help test. ",
	} {
		p := parsed(t, "./a -"+flag+"=1 -args -behind")
		err := p.NotDefined(p.Handed[0], "the tests do not define it")
		if len(p.Handed) != 1 || !strings.Contains(err.Error(), "flag -"+flag+": there is no such flag, and the tests do not define it; "+want) {
			t.Errorf("-%s: %v, want %q", flag, err, want)
		}
	}
}

func TestMerging(t *testing.T) {
	p, err := Parse(flags.Test, []string{"-ldflags=-X 'a.b=c d'", "-ldflags", "./x=", "-exec=qemu -cpu max", "-overlay=o.json", "./a"})
	if err != nil {
		t.Fatal(err)
	}
	got := p.GoTest(Run{
		Ldflags: "-w", Exec: []string{"/opt/dead lock/dl", "exec"}, Overlay: "both.json",
		Packages: []string{"./b"}, Timeout: -1, Confirm: true, Bench: "^BenchmarkX$",
	})
	want := []string{"test", "-overlay=both.json", "-exec='/opt/dead lock/dl' exec qemu -cpu max",
		"-ldflags=-w", "-ldflags=-X 'a.b=c d' -w", "-ldflags=./x= -w",
		"-count=1", "-timeout=0s", "-vet=off", "-run=^$", "-bench=^BenchmarkX$", "./b"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func TestGoTestLeavesParsedAlone(t *testing.T) {
	p := parsed(t, "-race ./a -args x")
	first := p.GoTest(Run{})
	p.GoTest(Run{Confirm: true, Packages: []string{"./z"}})
	if second := p.GoTest(Run{}); !slices.Equal(first, second) {
		t.Errorf("%q, then %q", first, second)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("-race\x00./a\x00-args\x00-v")
	f.Add("-run\x00X\x00--time=1m\x00./...")
	f.Fuzz(func(t *testing.T, line string) {
		p, err := Parse(flags.Test, strings.Split(line, "\x00"))
		if err == nil {
			p.GoTest(Run{Confirm: true})
		}
	})
}

package predict_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/linked"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/tracked"
)

// built compiles the program of a directory below testdata with an instrumented
// standard library, or its tests, and returns the binary.
func built(t *testing.T, dir string, command ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", dir))
	if err = errors.Join(err, tracked.Files(dir)); err != nil { // the go command reads them
		t.Fatal(err)
	}
	tc, err := goroot.Resolve(goenv.Read(context.Background(), dir))
	if err != nil {
		t.Fatal(err)
	}
	cache, err := goroot.CacheDir()
	if err != nil {
		t.Fatal(err)
	}
	shadow, err := goroot.Make(tc, cache)
	if err != nil {
		t.Fatal(err)
	}
	keep, err := linked.Flag(cache)
	if err != nil {
		t.Fatal(err)
	}
	if keep != "" { // there is a shell
		command = append(command, keep)
	}
	name := filepath.Join(t.TempDir(), "program")
	args := append(command, "-o", name)
	for _, f := range goroot.Gcflags(false) {
		args = append(args, "-gcflags="+f)
	}
	cmd := exec.Command(shadow.Go(), append(args, ".")...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), shadow.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return name
}

// recorded runs a binary with the recorder and predicts from what it left.
func recorded(t *testing.T, binary string, args ...string) *predict.Prediction {
	t.Helper()
	return recordedTo(t, 0, binary, args...)
}

// recordedTo is recorded for a process that ends with a status.
func recordedTo(t *testing.T, want int, binary string, args ...string) *predict.Prediction {
	t.Helper()
	dir := t.TempDir()
	tg, err := record.NewTarget(dir, binary, args, dir)
	if err != nil {
		t.Fatal(err)
	}
	tg.Env = append(tg.Env, boundary.EnvBlocked+"=1")
	var out bytes.Buffer
	if status, err := tg.Record(context.Background(), dir, nil, &out, &out); err != nil || status != want {
		t.Fatalf("status %d, %v\n%s", status, err, &out)
	}
	p, err := predict.Predict(context.Background(), dir, predict.Options{}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wanted reads what the comments of the tests in a directory below testdata say.
func wanted(t *testing.T, dir string) map[string][]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", dir, "*_test.go"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	want := map[string][]string{}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(fd.Name.Name, "Test") || fd.Name.Name == "TestMain" {
				continue
			}
			want[fd.Name.Name] = nil
			for _, line := range strings.Split(fd.Doc.Text(), "\n") {
				if rest, ok := strings.CutPrefix(line, "want: "); ok {
					want[fd.Name.Name] = append(want[fd.Name.Name], rest)
				}
			}
			slices.Sort(want[fd.Name.Name])
		}
	}
	return want
}

// said words what a prediction has, as the comments do.
func said(p *predict.Prediction) (list []string) {
	for _, b := range p.Blocked {
		s := string(b.Check()) + " " + b.Op.String()
		if b.Count > 1 {
			s += fmt.Sprint(" ", b.Count)
		}
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// TestBlocked runs each test of testdata/blocked in a process of its own.
func TestBlocked(t *testing.T) {
	binary, want := built(t, "blocked", "test", "-c", "-vet=off"), wanted(t, "blocked")
	for name, want := range want {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := recorded(t, binary, "-test.run=^"+name+"$")
			if got := said(p); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			for _, b := range p.Blocked {
				if len(b.Tests) == 0 || !strings.HasPrefix(b.Tests[0], name) || len(b.Stack) == 0 || b.Created.Frame.Line == 0 {
					t.Errorf("%+v", b)
				}
			}
		})
	}
}

// TestBlockedAtDeadline runs each test of testdata/late until its deadline: at that time
// the tests themselves are looked at.
func TestBlockedAtDeadline(t *testing.T) {
	binary, want := built(t, "late", "test", "-c", "-vet=off"), wanted(t, "late")
	for name, want := range want {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := recordedTo(t, 2, binary, "-test.run=^"+name+"$", "-test.timeout=500ms")
			if got := said(p); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			for _, b := range p.Blocked {
				if b.Severity != predict.Failure || len(b.Tests) != 1 {
					t.Errorf("%+v", b)
				}
			}
		})
	}
}

// TestBlockedAtEnd runs programs that end before their goroutines have acted.
func TestBlockedAtEnd(t *testing.T) {
	binary := built(t, "ended", "build", "-buildvcs=false")
	for kind, want := range map[string][]string{
		"send": {"leaked send"}, "send twin": nil,
		"exit": {"leaked wgwait"}, "exit twin": nil,
		"idle": {"left-blocked recv"}, "idle twin": nil,
		"busy": nil, "moved": nil,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			p := recorded(t, binary, kind)
			if got := said(p); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			for _, b := range p.Blocked {
				if idle := b.Op == trace.OpRecv; (b.Severity == predict.Note) != idle || len(b.Tests) != 0 {
					t.Errorf("%+v", b)
				}
			}
		})
	}
}

// TestLastUse: the report shows who used the object last, and the branch it took.
func TestLastUse(t *testing.T) {
	name, value, _ := strings.Cut(record.Conditions, "=")
	t.Setenv(name, value) // the channels of a select are recorded
	p := recorded(t, built(t, "blocked", "test", "-c", "-vet=off"), "-test.run=^TestGivesUp$")
	if len(p.Blocked) != 1 || p.Blocked[0].Last == nil {
		t.Fatalf("%+v", p.Blocked)
	}
	b := p.Blocked[0]
	const fn = "example.com/blocked.TestGivesUp"
	line := b.At.Frame.Line // of the send; the rest is counted from there
	if b.At.Frame.Func != fn+".func1" || b.Last.Op != "select" || b.Last.Frame.Line != line+2 || b.Last.LastEvent.Op != "close" || b.Last.LastEvent.Frame.Line != line+5 || !b.Last.Ended {
		t.Errorf("%+v\n%+v", b, b.Last)
	}
}

// TestLastCall: what a goroutine did last is a call of the program, and not what the library does in it.
func TestLastCall(t *testing.T) {
	p := recorded(t, built(t, "blocked", "test", "-c", "-vet=off"), "-test.run=^TestLogsLast$")
	if len(p.Blocked) != 1 || p.Blocked[0].Last == nil {
		t.Fatalf("%+v", p.Blocked)
	}
	last := p.Blocked[0].Last
	if at := last.LastEvent.Frame; at.Func != "example.com/blocked.TestLogsLast" || at.Line != last.Frame.Line+1 || !last.Ended {
		t.Errorf("%+v", last)
	}
}

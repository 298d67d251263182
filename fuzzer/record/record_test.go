//go:build unix

package record

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// TestMain lets the test binary be the program that is recorded.
func TestMain(m *testing.M) {
	if os.Getenv(boundary.EnvTag) != "" || os.Getenv("AS_PROGRAM") != "" {
		os.Exit(program(os.Args[1:]))
	}
	os.Exit(m.Run())
}

func program(args []string) int {
	switch args[0] {
	case "echo":
		if _, err := io.Copy(os.Stdout, os.Stdin); err != nil {
			return 1
		}
	case "stay":
		os.Stdout.WriteString("up\n")
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "ignore": // its standard input
	case "fail":
		return 7
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "leave": // a child that has the output
		c := exec.Command(os.Args[0], "stay")
		c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
		if c.Start() != nil || c.Process.Release() != nil {
			return 1
		}
		os.Stdout.WriteString(strings.Repeat("left\n", 10_000))
	case "tell":
		for _, name := range args[1:] {
			os.Stdout.WriteString(name + "=" + os.Getenv(name) + "\n")
		}
	}
	return 0
}

func self(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func newTarget(t *testing.T, dir string, args ...string) *Target {
	t.Helper()
	tg, err := NewTarget(dir, self(t), args, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return tg
}

// oddDir is a directory whose name a pattern would not match.
func oddDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a[b]*? c")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTargets(t *testing.T) {
	dir := oddDir(t)
	one, two := newTarget(t, dir, "echo"), newTarget(t, dir, "fail", "x")
	if one.ID == two.ID || one.Package != "github.com/deadlocklint/deadlocklint/fuzzer/record" || !one.Test {
		t.Errorf("%+v, %+v", one, two)
	}
	if err := os.WriteFile(filepath.Join(dir, "t.1.2.dltrace"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Targets(dir)
	for _, tg := range got { // the seal is in the file alone
		tg.Seal, tg.own = one.Seal, one.own
	}
	if want := map[string]*Target{one.ID: one, two.ID: two}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v, %v", got, want, err)
	}
	traces, err := Traces(dir)
	if want := []string{filepath.Join(dir, "t.1.2.dltrace")}; err != nil || !slices.Equal(traces, want) {
		t.Errorf("got %v, want %v, %v", traces, want, err)
	}
}

// TestAnother: another run of a program has its binary and its sum, and a name of its own. Its file is this user's.
func TestAnother(t *testing.T) {
	dir := t.TempDir()
	one := newTarget(t, dir, "echo")
	two, err := one.Another(dir, []string{"fail"})
	if err != nil {
		t.Fatal(err)
	}
	a, errA := os.Stat(one.Binary)
	b, errB := os.Stat(two.Binary)
	if errA != nil || errB != nil || one.Binary == two.Binary || !os.SameFile(a, b) {
		t.Errorf("%v, %v: %s and %s", errA, errB, one.Binary, two.Binary)
	}
	got, err := Targets(dir)
	if err != nil || len(got) != 2 || !got[two.ID].Own() || got[two.ID].Sum != one.Sum || !slices.Equal(got[two.ID].Args, []string{"fail"}) {
		t.Errorf("%v, %+v", err, got[two.ID])
	}
}

// TestMoved: a recording may be read on another machine than it was made on.
func TestMoved(t *testing.T) {
	dir := t.TempDir()
	tg := newTarget(t, dir, "echo")
	in, err := tg.TeeStdin(dir, strings.NewReader("kept"))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(in); err != nil || string(b) != "kept" {
		t.Errorf("read %q, %v", b, err)
	}
	in.Close()
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	all, err := Targets(moved)
	if err != nil || all[tg.ID] == nil {
		t.Fatal(all, err)
	}
	if _, err := os.Stat(all[tg.ID].Binary); err != nil {
		t.Error(err)
	}
	f, err := all[tg.ID].OpenStdin()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := io.ReadAll(f); err != nil || string(b) != "kept" {
		t.Errorf("kept %q, %v", b, err)
	}
}

func TestDamagedTarget(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "target.1.json"), []byte(`{"ID": "1`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Targets(dir)
	oneLine(t, err, "target.1.json is damaged", "record again")
	_, err = Traces(filepath.Join(dir, "gone"))
	oneLine(t, err, "cannot read the recording")
}

func TestNothingToKeep(t *testing.T) {
	dir := t.TempDir()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	_, err := NewTarget(dir, self(t), nil, "")
	oneLine(t, err, "cannot keep the program for later runs", "free some space")
}

// TestShell: what is no Go program is left where it is, under its name.
func TestShell(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tg, err := NewTarget(dir, shell, []string{"-c", "exit 5"}, t.TempDir())
	if err != nil || tg.Binary != shell || tg.Package != "sh" || tg.Test {
		t.Fatalf("%+v, %v", tg, err)
	}
	all, err := Targets(dir)
	if err != nil || all[tg.ID].Binary != shell {
		t.Errorf("%+v, %v", all, err)
	}
	if code, err := tg.Record(context.Background(), dir, nil, nil, nil); code != 5 || err != nil {
		t.Errorf("status %d, %v", code, err)
	}
}

func oneLine(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %q", words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error %q, want one line with %q", err, w)
		}
	}
}

func TestKeepCopies(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "to")
	if err := os.WriteFile(from, []byte("binary"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := keep(from, to); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(from, link); err != nil {
		t.Fatal(err)
	}
	if err := keep(link, to+"2"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(to + "2"); err != nil || !info.Mode().IsRegular() {
		t.Error("a link was kept in place of what it names", err)
	}
	if err := os.Remove(from); err != nil { // as the go command does
		t.Fatal(err)
	}
	if b, err := os.ReadFile(to); err != nil || string(b) != "binary" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestStatus(t *testing.T) {
	for kind, want := range map[string]int{"ignore": 0, "fail": 7, "killed": 128 + 9} {
		dir := t.TempDir()
		code, err := newTarget(t, dir, kind).Record(context.Background(), dir, nil, nil, nil)
		if err != nil || code != want {
			t.Errorf("%s: status %d, want %d, %v", kind, code, want, err)
		}
	}
	_, err := Wait(exec.Command(filepath.Join(t.TempDir(), "gone")), nil, nil, nil)
	oneLine(t, err, "cannot run", "check that it can be executed here")
}

func TestRecordSets(t *testing.T) {
	dir := t.TempDir()
	tg := newTarget(t, dir, "tell", boundary.EnvMode, boundary.EnvDir, boundary.EnvTag, "PWD", "MINE")
	tg.Env = []string{"MINE=x"}
	var out bytes.Buffer
	if code, err := tg.Record(context.Background(), dir, nil, &out, nil); code != 0 || err != nil {
		t.Fatal(code, err)
	}
	want := boundary.EnvMode + "=1\n" + boundary.EnvDir + "=" + dir + "\n" + boundary.EnvTag + "=" + tg.ID + "\nPWD=" + tg.Dir + "\nMINE=x\n"
	if out.String() != want {
		t.Errorf("got %s, want %s", &out, want)
	}
}

// TestInterrupt: who ends the recording ends the program, even one that was
// not told so by a terminal.
func TestInterrupt(t *testing.T) {
	t.Parallel() // the program is given a moment
	dir := t.TempDir()
	tg := newTarget(t, dir, "stay")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, interrupt := context.WithCancel(context.Background())
	code, err := tg.Record(ctx, dir, r, calls(interrupt), nil)
	if err != nil || code != 128+int(syscall.SIGINT) {
		t.Errorf("status %d, %v", code, err)
	}
}

// calls is a writer that calls a function.
type calls func()

func (f calls) Write(b []byte) (int, error) { f(); return len(b), nil }

// TestStdinOpen: a program that does not read is over when it has ended, not
// when its standard input has.
func TestStdinOpen(t *testing.T) {
	r, w := io.Pipe() // nobody writes and nobody closes
	defer w.Close()
	dir := t.TempDir()
	tg := newTarget(t, dir, "ignore")
	in, err := tg.TeeStdin(dir, r)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if code, err := tg.Record(context.Background(), dir, in, nil, nil); code != 0 || err != nil {
		t.Errorf("status %d, %v", code, err)
	}
}

func TestStdinKept(t *testing.T) {
	dir := t.TempDir()
	tg := newTarget(t, dir, "echo")
	text := strings.Repeat("a line\n", 40000) // more than a pipe holds
	in, err := tg.TeeStdin(dir, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out bytes.Buffer
	if code, err := tg.Record(context.Background(), dir, in, &out, nil); code != 0 || err != nil || out.String() != text {
		t.Errorf("status %d, %d bytes, %v", code, out.Len(), err)
	}
	f, err := tg.OpenStdin()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := io.ReadAll(f); err != nil || string(b) != text {
		t.Errorf("kept %d bytes, %v", len(b), err)
	}
}

func TestNoStdin(t *testing.T) {
	if f, err := (&Target{}).OpenStdin(); f != nil || err != nil {
		t.Error(f, err)
	}
	_, err := (&Target{Stdin: filepath.Join(t.TempDir(), "gone")}).OpenStdin()
	oneLine(t, err, "record again")
	_, err = (&Target{ID: "1"}).TeeStdin(filepath.Join(t.TempDir(), "gone"), strings.NewReader(""))
	oneLine(t, err, "free some space")
}

// TestExec is what the go command calls in place of a test.
func TestExec(t *testing.T) {
	t.Setenv(EnvSession, "")
	_, err := ExecDir()
	oneLine(t, err, "no recording session", "call deadlocklint test")

	dir := t.TempDir()
	t.Setenv(EnvSession, dir)
	t.Setenv("GOTOOLCHAIN", "local")
	t.Setenv("AS_PROGRAM", "1")
	prefix, err := json.Marshal([]string{"env", "MINE=prefix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(EnvExec, string(prefix))
	var out bytes.Buffer
	if got, err := ExecDir(); got != dir || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	_, code, err := Exec(context.Background(), dir, self(t), []string{"tell", "MINE", boundary.EnvMode}, nil, &out, nil)
	if code != 0 || err != nil || out.String() != "MINE=prefix\n"+boundary.EnvMode+"=1\n" {
		t.Errorf("status %d, %v, %s", code, err, &out)
	}
	all, err := Targets(dir)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	for _, tg := range all {
		wd, _ := os.Getwd()
		if tg.Dir != wd || !slices.Equal(tg.Prefix, []string{"env", "MINE=prefix"}) || !slices.Contains(tg.Env, "GOTOOLCHAIN=local") {
			t.Errorf("%+v", tg)
		}
	}
}

// TestGroupIsOver: ending a group that is gone is no error.
func TestGroupIsOver(t *testing.T) {
	cmd := exec.CommandContext(context.Background(), self(t), "ignore")
	cmd.Env = append(os.Environ(), "AS_PROGRAM=1")
	end := Group(cmd)
	end() // before its start there is nobody
	if code, err := Wait(cmd, nil, nil, nil); code != 0 || err != nil {
		t.Fatal(code, err)
	}
	if err := cmd.Cancel(); !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
	end()
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/goenv"
)

// An environment builds programs. All programs and their files lie in a
// directory that is removed at the end.
type environment struct {
	dir    string
	shadow *goroot.Shadow // made when it is asked for
}

func newEnvironment() (*environment, error) {
	dir, err := os.MkdirTemp("", "deadlocklint-bench-")
	return &environment{dir: dir}, err
}

func (e *environment) close() { _ = os.RemoveAll(e.dir) }

// say tells how far the measurement is.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }

// instrumented returns the variables of the instrumented Go.
func (e *environment) instrumented(ctx context.Context) ([]string, error) {
	if e.shadow == nil {
		tc, err := goroot.Resolve(goenv.Read(ctx, "."))
		if err != nil {
			return nil, err
		}
		cache, err := goroot.CacheDir()
		if err != nil {
			return nil, err
		}
		if e.shadow, err = goroot.Make(tc, cache); err != nil {
			return nil, err
		}
	}
	return e.shadow.Env(), nil
}

// A build is a program or a test binary to be built.
type build struct {
	name         string // of the file
	dir          string // the go command runs in
	pkg          string
	test         bool
	instrumented bool
	memory       bool // accesses of plain memory are recorded; only when it is instrumented
	race         bool // the race detector; only when it is not
	tags         string
	overlay      string // a file, "" for none
}

// build builds one and returns the file.
func (e *environment) build(ctx context.Context, b build) (string, error) {
	goCommand, env := "go", append(os.Environ(), "GOTOOLCHAIN=local")
	if b.instrumented {
		vars, err := e.instrumented(ctx)
		if err != nil {
			return "", err
		}
		goCommand, env = e.shadow.Go(), append(env, vars...)
	}
	file := filepath.Join(e.dir, b.name)
	args := []string{"build"}
	if b.test {
		args = []string{"test", "-c"}
	}
	if b.overlay != "" {
		args = append(args, "-overlay="+b.overlay)
	}
	if b.race {
		args = append(args, "-race")
	}
	if b.memory {
		for _, f := range e.shadow.MergeGcflags(nil, true) {
			args = append(args, "-gcflags="+f)
		}
	}
	args = append(args, "-ldflags="+record.Ldflags, "-tags="+b.tags, "-o", file, b.pkg)
	cmd := exec.CommandContext(ctx, goCommand, args...)
	cmd.Dir, cmd.Env = b.dir, env
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", b.name, err, out)
	}
	return file, nil
}

// off removes every variable of the recorder from an environment.
func off(env []string) []string {
	var out []string
	for _, v := range env {
		if !strings.HasPrefix(v, "DEADLOCKLINT_") {
			out = append(out, v)
		}
	}
	return out
}

// machine names where this runs.
func machine() string {
	parts := []string{processor(), fmt.Sprintf("%d cores", runtime.NumCPU()), system() + " " + runtime.GOARCH, runtime.Version()}
	s := strings.Join(parts, ", ")
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		fields := strings.Fields(string(load))
		s += fmt.Sprintf("; load average at the start %s, that is of everything else on the machine", fields[0])
	}
	return "Machine: " + s + "."
}

func processor() string {
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for l := range strings.Lines(string(b)) {
			if key, value, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return firstOf("an unknown processor", "sysctl", "-n", "machdep.cpu.brand_string")
}

func system() string { return firstOf(runtime.GOOS, "uname", "-sr") }

// firstOf returns what a command prints, or what to say instead.
func firstOf(instead, name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if out = bytes.TrimSpace(out); err != nil || len(out) == 0 {
		return instead
	}
	return string(out)
}

package session

import (
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/testflags"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// undefinedFile is the file in a session's directory with a [refusedFlag].
const undefinedFile = "undefined.json"

// A refusedFlag is an unknown flag that a test binary does not define.
type refusedFlag struct{ Name, Package string }

// hasTests refuses an unknown flag before which no package stands, where the directory has no tests. As for go test, the
// arguments after it name no package.
func (se *Session) hasTests(p *testflags.CommandLine) error {
	if len(p.Handed) == 0 || len(p.Packages) > 0 {
		return nil
	}
	if files, err := filepath.Glob(filepath.Join(se.Work, "*_test.go")); err != nil || len(files) > 0 {
		return nil
	}
	return command.Usage(p.NotDefined(p.Handed[0], "no package is named in front of it, whose tests could define it"))
}

// handed asks the test binaries about the unknown flags, by a variable of the environment.
func (se *Session) handed() []string {
	if len(se.Handed) == 0 {
		return nil
	}
	list, _ := json.Marshal(se.Handed) // strings always can
	return []string{record.EnvHanded + "=" + string(list)}
}

// refusesFlag asks a test binary about the unknown flags that go test has handed over, and keeps the answer for the session. It
// reports whether the binary refuses one: then nothing is run.
func refusesFlag(ctx context.Context, dir, binary string, args []string) (bool, error) {
	names, err := record.Handed()
	if err != nil {
		return false, err
	}
	t, err := record.Unkept(binary, args)
	if err != nil {
		return false, err
	}
	name, err := t.Undefined(ctx, names)
	if err != nil || name == "" {
		return false, err
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return false, err
	}
	b, err := json.Marshal(refusedFlag{name, strings.TrimSuffix(info.Path, ".test")})
	if err != nil {
		return false, err
	}
	return true, os.WriteFile(filepath.Join(dir, undefinedFile), b, 0o600)
}

// asked ends a process in place of a test binary, with the arguments args, that refuses an unknown flag.
func asked(ctx context.Context, dir string, args []string) error {
	refuses, err := refusesFlag(ctx, dir, args[0], args[1:])
	if err == nil && refuses {
		return command.Exit(report.ExitUsage)
	}
	return err
}

// refused is the flag that a test binary of the session has refused, nil for none.
func refused(dir string) (f *refusedFlag, err error) {
	b, err := os.ReadFile(filepath.Join(dir, undefinedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &f)
	}
	return f, err
}

// allDefined is an error when a test binary has refused a flag.
func (se *Session) allDefined(p *testflags.CommandLine) error {
	f, err := refused(se.Dir)
	if f == nil {
		return err
	}
	return notDefined(p, f.Name, f.Package)
}

func notDefined(p *testflags.CommandLine, name, pkg string) error {
	return command.Usage(p.NotDefined(name, "the tests of "+pkg+" do not define it"))
}

// A defined writes the output of go test until a test binary refuses a flag.
type defined struct {
	to  io.Writer
	dir string // of the session
}

// Write implements io.Writer.
func (w *defined) Write(b []byte) (int, error) {
	if f, err := refused(w.dir); err == nil && f != nil {
		return len(b), nil // this is about the end of that binary
	}
	return w.to.Write(b)
}

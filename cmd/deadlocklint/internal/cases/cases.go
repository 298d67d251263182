// Package cases runs the cases of testdata: one program or test in a file each, as a
// user runs it. A test package below names the files (deadlock, order, waiting,
// protocol). [Run] writes a file into a directory and calls the command there. It
// compares the document with the section "expect" of the file, and replays confirmed
// deadlocks. [Invoke] and [Extract] are its first steps, for tests that expect
// something else.
//
// It is for tests and is linked into nothing else. It does not know the meaning of a
// case: the case has the expected result.
//
// The tests are packages of their own, because go test gives each package ten
// minutes. Together they would need these on a slow machine with an empty cache.
// "go test ./..." runs a sample of the cases, and script/ci/rest.sh all others ([Part]).
package cases

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/dispatch"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Main returns the exit status for TestMain of a test package that calls [Invoke]. It
// lets the test binary be the program that the go command calls through -exec.
func Main(m *testing.M) int {
	if len(os.Args) > 1 && (os.Args[1] == "__exec" || os.Args[1] == "__races") {
		err := dispatch.Run(context.Background(), command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
		if !command.Silent(err) {
			fmt.Fprintln(os.Stderr, err)
		}
		return command.Status(err)
	}
	flag.Parse()
	if err := moreInParallel(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// moreInParallel runs twice as many cases at once as there are processors, unless
// -parallel says otherwise: half of their time they wait, for a pause that keeps a
// goroutine back or for a deadlock that is to be seen.
func moreInParallel() error {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if given {
		return nil
	}
	return flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
}

// Invoke runs a command line and decodes its document.
func Invoke(t *testing.T, args ...string) (doc report.Document, status int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	err := dispatch.Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, args)
	if !command.Silent(err) {
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v: no document: %v\n%s%s", args, err, &out, &errs)
	}
	return doc, command.Status(err), errs.String()
}

// Status runs a command line that writes no document, and returns its exit status.
func Status(t *testing.T, args ...string) int {
	t.Helper()
	var errs bytes.Buffer
	err := dispatch.Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &errs}, args)
	if !command.Silent(err) {
		t.Errorf("%v: %v\n%s", args, err, &errs)
	}
	return command.Status(err)
}

// A Case is a file of testdata whose programs are in a directory.
type Case struct {
	Dir    string
	Expect string // the section "expect"
	Tests  bool   // it has test files, so that deadlocklint test is the command for it
}

// Extract writes the files of a case into a new directory.
func Extract(t *testing.T, file string) Case {
	t.Helper()
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := Case{Dir: t.TempDir()}
	for _, f := range ar.Files {
		if f.Name == "expect" {
			c.Expect = strings.TrimSpace(string(f.Data))
			continue
		}
		c.Tests = c.Tests || strings.HasSuffix(f.Name, "_test.go")
		to := filepath.Join(c.Dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

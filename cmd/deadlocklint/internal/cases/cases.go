// Package cases runs the cases of testdata: one program or test in a file each, as a
// user runs it. A case has its expectation; a [Language] says what the words there mean.
//
// A session costs more than the case in it. So cases with equal command lines are
// packages of one module, and programs are tests of one test binary. [Language.Run]
// composes the module, calls the command once, and gives each finding to the case that
// has its files. The names of the case are put back, then the expectation decides. Confirmed
// findings are replayed, as a user would.
//
// Some cases are alone, as they are in their file. These have other modules or files
// that are no Go source, an expectation about the whole session, or the line "alone
// WHY".
//
// The package is for tests and is linked into nothing else. It does not know the
// meaning of a case: the case has the expected result.
package cases

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

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
	doc, status, stderr, err := call(args...)
	if err != nil {
		t.Fatal(err)
	}
	return doc, status, stderr
}

// call is Invoke without a test.
func call(args ...string) (doc report.Document, status int, stderr string, err error) {
	var out, errs bytes.Buffer
	end := dispatch.Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, args)
	if !command.Silent(end) {
		return doc, 0, "", fmt.Errorf("%v: %w\n%s", args, end, &errs)
	}
	if doc, err = report.ReadDocument(bytes.NewReader(out.Bytes())); err != nil {
		return doc, 0, "", fmt.Errorf("%v: no document: %w\n%s%s", args, err, &out, &errs)
	}
	return doc, command.Status(end), errs.String(), nil
}

// Status runs a command line that writes no document, and returns its exit status.
func Status(args ...string) (int, error) {
	var errs bytes.Buffer
	err := dispatch.Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: io.Discard, Err: &errs}, args)
	if !command.Silent(err) {
		return 0, fmt.Errorf("%v: %w\n%s", args, err, &errs)
	}
	return command.Status(err), nil
}

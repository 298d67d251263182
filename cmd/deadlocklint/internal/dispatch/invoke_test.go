package dispatch

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestMain lets the test binary be the program that the go command calls
// through -exec.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "__exec" || os.Args[1] == "__explore" || os.Args[1] == "__races") {
		err := Run(context.Background(), command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:])
		if !command.Silent(err) {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(command.Status(err))
	}
	flag.Parse()
	if err := moreInParallel(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	for _, binary := range []string{program.binary, builtEndings.binary, builtTool.binary} {
		if binary != "" {
			_ = os.RemoveAll(filepath.Dir(binary)) // in the temporary directory
		}
	}
	os.Exit(status)
}

// moreInParallel runs twice as many tests at once as there are processors, unless
// -parallel says otherwise: half of their time they wait for programs that wait.
func moreInParallel() error {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if given {
		return nil
	}
	return flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
}

// invoke runs a command line and decodes its document.
func invoke(t *testing.T, args ...string) (doc report.Document, status int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	err := Run(context.Background(), command.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, args)
	if !command.Silent(err) {
		t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	doc, unread := report.ReadDocument(bytes.NewReader(out.Bytes()))
	if unread != nil {
		t.Fatalf("%v: no document: %v\n%s%s", args, unread, &out, &errs)
	}
	return doc, command.Status(err), errs.String()
}

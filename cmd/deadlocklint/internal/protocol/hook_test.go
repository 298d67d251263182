package protocol

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/session"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/goroot"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/instrument/sites"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/wire"
	"github.com/deadlocklint/deadlocklint/typestate"
)

// TestHooks looks at what hooked methods tell, and that they tell nothing unless they
// are asked to.
func TestHooks(t *testing.T) {
	bin := moduletest.Build(t, moduletest.Source(t, "hooks"))
	if got := told(t, bin, "0"); len(got) > 0 {
		t.Errorf("told without being asked to: %q", got)
	}
	want := []string{
		"os.File.WriteString returned", "os.File.Close returned", "os.File.Close failed",
		"compress/gzip.Writer.Write unwound", "compress/gzip.Writer.Close returned", "compress/gzip.Writer.Write unwound",
		"net.TCPConn.Write returned", "net.TCPConn.Close returned", "net.TCPListener.Close returned",
	}
	if got := told(t, bin, "1"); !slices.Equal(got, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// told runs a program and lists the calls in main.go that hooked methods told.
func told(t *testing.T, bin, on string) (list []string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(bin)
	cmd.Env = append(os.Environ(), boundary.EnvMode+"=1", boundary.EnvDir+"="+dir, boundary.EnvCalls+"="+on)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	names, err := record.Traces(dir)
	if err != nil || len(names) != 1 {
		t.Fatalf("%d traces, %v", len(names), err)
	}
	tr, err := wire.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	if problems := trace.Check(tr.Events); len(problems) > 0 {
		t.Errorf("ill-formed: %v", problems[0])
	}
	p := &Protocols{protocolRun: &protocolRun{}, se: &session.Session{}, table: &sites.Table{}}
	var known typestate.Preview
	for _, e := range tr.Events {
		known.Note(e)
	}
	r := typestate.NewReader(tr, &known, "main", p.method, nil)
	p.hookReader(r, tr)
	for _, e := range tr.Events {
		r.Add(e)
	}
	for _, c := range r.Recording().Calls {
		if p.byStd[c.Site] {
			continue // package net reads files of the system
		}
		outcome := map[typestate.Outcome]string{typestate.Returned: "returned", typestate.Failed: "failed", typestate.Unwound: "unwound"}[c.Outcome]
		list = append(list, fmt.Sprintf("%s.%s %s", c.Type, c.Method, outcome))
		if s, ok := p.table.Site(c.Site); !ok || !strings.HasSuffix(s.File, "main.go") {
			t.Errorf("%s.%s is called at %s", c.Type, c.Method, s.Pos())
		}
	}
	return list
}

// TestHookedTypes names the types whose calls are seen wherever they are made.
func TestHookedTypes(t *testing.T) {
	hooked := goroot.Hooked()
	for _, typ := range []string{"os.File", "net.TCPConn", "net/http.body", "database/sql.Rows", "database/sql.Tx", "os/exec.Cmd", "compress/gzip.Writer", "archive/zip.Writer"} {
		if len(hooked[typ]) == 0 {
			t.Errorf("%s is not hooked", typ)
		}
	}
	for _, typ := range []string{"time.Timer", "bufio.Writer", "encoding/csv.Writer", "sync.WaitGroup"} {
		if hooked[typ] != nil {
			t.Errorf("%s is hooked, and its automaton forbids nothing, or its operations are recorded anyway", typ)
		}
	}
}

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { moduletest.Vet(t) }

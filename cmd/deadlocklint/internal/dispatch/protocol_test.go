package dispatch

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/protocol/sources"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestTestWithDamagedProtocols runs test in a module whose file cannot be read.
func TestTestWithDamagedProtocols(t *testing.T) {
	dir := box(t, sources.AutomataFile, "type example.com/m.Box\nPut -> shut\n")
	call(t, "test", "-C="+dir, "-static=false", ".").want(t, "damaged automata", 2, sources.AutomataFile+": line 2: an edge before any state")
}

// box is a copy of the module with a box and a store, and more files: name and text, in turn.
func box(t *testing.T, files ...string) string {
	t.Helper()
	dir := moduletest.Copy(t, "box")
	for i := 0; i+1 < len(files); i += 2 {
		moduletest.Write(t, dir, files[i], files[i+1])
	}
	return dir
}

// TestDamagedProtocolInComment names the line.
func TestDamagedProtocolInComment(t *testing.T) {
	dir := box(t, "store/store.go", strings.Replace(moduletest.Text(t, "box/store/store.go"), "-> closed", "-> shut", 1))
	const want = "store/store.go:5: the protocol of Store: line 3 of it: there is no state shut"
	call(t, "test", "-C="+dir, "-static=false", "./closed").want(t, "test", 2, want)
	call(t, "typestate", "check", "-C="+dir, "./closed").want(t, "check", 2, want)
}

// TestTypesBesideThoseOfTheModule checks a type in a module whose file is about
// another one: calls are told once, by one of the two.
func TestTypesBesideThoseOfTheModule(t *testing.T) {
	dir := box(t, sources.AutomataFile, "type example.com/m.Box\nstate any final\n  Put Take -> any\n")
	doc, status, errs := invoke(t, "typestate", "check", "-json", "-types=example.com/m/store.Store", "-C="+dir, ".", "./after")
	if status != report.ExitFindings || len(doc.Findings) != 1 {
		t.Errorf("exit status %d, %d findings, want 1\n%s", status, len(doc.Findings), errs)
	}
}

// TestShowOfPackages shows what test would check: a comment wins over the file.
func TestShowOfPackages(t *testing.T) {
	dir := box(t, sources.AutomataFile, "type example.com/m/store.Store\nstate any final\n  Put -> any\n\ntype example.com/m.Box\nstate any final\n  Put Take -> any\n")
	call(t, "typestate", "show", "-C="+dir, "./...").want(t, "show", 0, "type example.com/m/store.Store\nstate open\n", "type example.com/m.Box")
	call(t, "typestate", "show", "-C="+dir, sources.AutomataFile).want(t, "a file", 0, "type example.com/m/store.Store\nstate any final")
	call(t, "typestate", "show", "-C="+moduletest.Source(t, "counted"), "./...").want(t, "none", 2, "no automaton in comments")
}

// TestReplayOfMined makes a violation of a mined automaton happen again from the file that
// check has written; in the repaired program it does not happen.
func TestReplayOfMined(t *testing.T) {
	t.Parallel()
	dir := moduletest.Unpack(t, "typestate/weblech")
	o := call(t, "typestate", "check", "-json", "-tries=5", "-types=example.com/weblech.DownloadQueue", "-C="+dir, "-keep="+filepath.Join(dir, "kept"), ".")
	o.want(t, "check", report.ExitFindings)
	i := slices.IndexFunc(o.Findings, func(f report.Finding) bool { return f.Replay != "" })
	if i < 0 {
		t.Fatalf("no file to replay: %s", o.err)
	}
	file := o.Findings[i].Replay[strings.LastIndexByte(o.Findings[i].Replay, ' ')+1:]
	call(t, "replay", "-tries=5", "-C="+dir, file).want(t, "replay", report.ExitFindings, "the choices of the schedule were made again", "panic: runtime error: index out of range")
	again, _, _ := invoke(t, "replay", "-json", "-tries=5", "-C="+dir, file)
	if f := o.Findings[i]; len(again.Findings) != 1 || again.Findings[0].Pos != f.Pos || again.Findings[0].Message != f.Message || !reflect.DeepEqual(again.Findings[0].Goroutines, f.Goroutines) {
		t.Errorf("replay has %+v, want the place and the steps of %+v", again.Findings, f)
	}
	if o := call(t, "replay", "-C="+moduletest.Unpack(t, "typestate/weblech_fixed"), file); o.status == report.ExitFindings {
		t.Errorf("repaired: %s", o.out)
	}
}

// TestTypestateBadInput gives typestate files that are damaged, and types and
// methods that are not there: what is wrong is named, and nothing else is lost.
func TestTypestateBadInput(t *testing.T) {
	dir := box(t,
		"bad.typestate", "type example.com/m.Box\nstate open\n  Put -> shut\n",
		"unknown.typestate", "type example.com/m.Bag\nstate open final\n  Put -> open\n",
		"bad.sequences", "deadlocklint sequences 1\ntype example.com/m.Box\n1 Put Take\nsum 00\n",
	)
	for _, c := range []struct {
		name   string
		args   []string
		status int
		words  []string
	}{
		{"damaged automata", []string{"check", "-automata=bad.typestate"}, 2, []string{"bad.typestate: line 3: there is no state shut"}},
		{"missing automata", []string{"check", "-automata=no.typestate"}, 2, []string{"no.typestate", "name a file with automata"}},
		{"damaged sequences", []string{"mine", "-sequences=bad.sequences"}, 1, []string{"bad.sequences: line 4: the sum does not match"}},
		{"unknown type", []string{"check", "-types=example.com/m.Bag", "-automata=unknown.typestate"}, 1, []string{"no call of a method"}},
		{"generic type", []string{"mine"}, 0, []string{"type example.com/m.Box", "Put", "Take"}},
		{"unknown automaton beside a known type", []string{"check", "-automata=unknown.typestate"}, 0,
			[]string{"the automaton of example.com/m.Bag is of no use", "2 automata"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"typestate"}, c.args...)
			call(t, append(args, "-C="+dir, ".")...).want(t, c.name, c.status, c.words...)
		})
	}
}

// TestMineWritten: of a type with a written automaton nothing is mined, and mine says so, unless the user names the type. A check
// takes the written automaton in both cases.
func TestMineWritten(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "examples")
	named := "-types=example.com/upload.Upload"
	call(t, "typestate", "mine", "-C="+dir, "./upload").want(t, "mine", 0, "nothing to mine: an automaton is written for example.com/upload.Upload")
	call(t, "typestate", "mine", "-C="+dir, named, "./upload").want(t, "mine of a named type", 0, "type example.com/upload.Upload", "origin mined")
	call(t, "typestate", "check", "-C="+dir, named, "./upload").want(t, "check of a named type", 3, "may be called in state closed")
}

// TestSave accumulates sequences where test finds them: each command adds those of its runs.
func TestSave(t *testing.T) {
	dir := box(t)
	var counts []uint64
	for range 2 {
		call(t, "typestate", "mine", "-save", "-C="+dir, ".").want(t, "mine", 0, "origin mined")
		r := &sources.Search{Sequences: sources.SequencesFile, Dir: dir}
		q, err := r.ReadSequences()
		if err != nil {
			t.Fatalf("%s: %v", filepath.Join(dir, sources.SequencesFile), err)
		}
		n := uint64(0)
		for _, s := range q.Of("example.com/m.Box") {
			n += s.Count
		}
		counts = append(counts, n)
	}
	if counts[0] == 0 || counts[1] != 2*counts[0] {
		t.Errorf("%d sequences, want those of two commands", counts)
	}
	call(t, "test", "-C="+dir, "-static=false", ".").want(t, "test", 0)
}

// TestHTMLOfProtocols draws the automaton with the call that it forbids, and the
// same with nothing marked when it forbids none.
func TestHTMLOfProtocols(t *testing.T) {
	t.Parallel()
	dir := box(t,
		"full.typestate", "type example.com/m.Box\nstate empty final\n  Put -> full\nstate full final\n  Put Take -> full\n",
		"any.typestate", "type example.com/m.Box\nstate any final\n  Put Take -> any\n",
	)
	const marked = "in state empty: Take, which is not allowed"
	for _, c := range []struct {
		automata string
		findings int
	}{{"full.typestate", 1}, {"any.typestate", 0}} {
		o := call(t, "typestate", "check", "-C="+dir, "-json", "-automata="+c.automata, "-types=example.com/m.Box", "-html=page.html", ".")
		page, err := os.ReadFile(filepath.Join(dir, "page.html"))
		if err != nil {
			t.Fatalf("%v: %s", err, o.err)
		}
		if len(o.Findings) != c.findings || strings.Contains(string(page), marked) != (c.findings > 0) {
			t.Errorf("%s: %d findings, marked in the page: %t", c.automata, len(o.Findings), strings.Contains(string(page), marked))
		}
		if !strings.Contains(string(page), "Orders of method calls") || len(o.Stats.Protocols) != 1 {
			t.Errorf("%s: the automaton is not among those of the page", c.automata)
		}
	}
	o := call(t, "typestate", "check", "-C="+dir, "-json", "-automata=full.typestate", "-types=example.com/m.Box", ".")
	if len(o.Findings) != 1 || o.Findings[0].Protocol != nil || o.Stats.Protocols != nil {
		t.Error("the document of -json tells the automaton without -html")
	}
}

// TestProtocolsInComments runs test and typestate check on an object whose
// automaton stands above its type, in another package of the module.
func TestProtocolsInComments(t *testing.T) {
	for _, args := range [][]string{{"test"}, {"typestate", "check", "-types=example.com/m/store.Store"}} {
		for pkg, status := range map[string]int{"./after": report.ExitFindings, "./before": 0} {
			doc, got, errs := invoke(t, append(args, "-C="+box(t), "-json", pkg)...)
			if got != status {
				t.Errorf("%v: exit status %d, want %d\n%s", args, got, status, errs)
			}
			for _, f := range doc.Findings {
				want := "store.Store.Put may be called in state closed"
				if f.Static != nil { // the check typestate reads the same comment
					want = "Put of the store.Store is called after Close"
				}
				if !strings.Contains(f.Message, want) {
					t.Errorf("%s, want %s", f.Message, want)
				}
			}
		}
	}
}

// TestLongOrders shows the end of an order of many calls, and all of a short one.
func TestLongOrders(t *testing.T) {
	const words = "after 12 calls that are not shown here"
	for pkg, long := range map[string]bool{"./long": true, "./short": false} {
		o := call(t, "typestate", "check", "-types=example.com/m/store.Store", "-C="+box(t), pkg)
		o.want(t, "check", report.ExitFindings, "m_test.go:")
		if strings.Contains(o.out, words) != long {
			t.Errorf("%s", o.out)
		}
	}
}

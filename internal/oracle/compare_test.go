package oracle

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/oracle/generate"
	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// twoOrders is a program whose two goroutines lock two mutexes in two orders, or in
// one.
func twoOrders(t *testing.T, name string, second int) Case {
	t.Helper()
	on := func(op program.Op, object int) program.Stmt { return program.Stmt{Op: op, Object: object} }
	nested := func(a, b int) []program.Stmt {
		return []program.Stmt{on(program.Lock, a), on(program.Lock, b), on(program.Unlock, b), on(program.Unlock, a), on(program.Done, 2)}
	}
	p := &program.Program{Name: name, Objects: []program.Object{{Kind: program.Mutex}, {Kind: program.Mutex}, {Kind: program.WaitGroup}},
		Bodies: [][]program.Stmt{
			{on(program.Add, 2), on(program.Add, 2), {Op: program.Go, Body: 1}, {Op: program.Go, Body: 2}, on(program.Wait, 2)},
			nested(0, 1), nested(second, 1-second),
		}}
	p.Number()
	d, err := generate.Known(p)
	if err != nil {
		t.Fatal(err)
	}
	lot := &Batch{}
	if err := lot.add(d); err != nil {
		t.Fatal(err)
	}
	return lot.Cases[0]
}

// finding is a cycle of the two goroutines of twoOrders with a status.
func finding(c Case, status report.Status) report.Finding {
	at := func(site int) string {
		for line, s := range c.Source.Lines {
			if s == site {
				return fmt.Sprintf("%s:%d:1", c.Source.Name, line)
			}
		}
		return ""
	}
	side := func(first int) report.Goroutine {
		return report.Goroutine{Steps: []report.Step{{Op: "go", Pos: at(3)}, {Op: "lock", Pos: at(first)}, {Op: "request", Pos: at(first + 1)}}}
	}
	return report.Finding{ID: "1", Check: checks.LockOrder, Status: status, Dynamic: &report.Dynamic{Assumption: "something"},
		Pos: at(7), Goroutines: []report.Goroutine{side(6), side(11)}}
}

// TestCompare judges each status on a program that hangs and on one that does not.
func TestCompare(t *testing.T) {
	lot := &Batch{Cases: []Case{twoOrders(t, "p0000", 1), twoOrders(t, "p0001", 0)}}
	for status, want := range map[report.Status][2]Count{ // of the program that hangs, of the other
		report.StatusConfirmed:  {{1, 0}, {0, 1}},
		"leaked":                {{1, 0}, {0, 1}},
		report.StatusInfeasible: {{0, 1}, {1, 0}},
		"harmless":              {{0, 1}, {1, 0}},
		"not-seen":              {{1, 0}, {1, 0}},
		report.StatusNotReached: {{1, 0}, {1, 0}},
		report.StatusPredicted:  {{1, 0}, {1, 0}}, // with an assumption
	} {
		for i, c := range lot.Cases {
			tally := lot.Compare(report.Document{Findings: []report.Finding{finding(c, status)}})
			if got := tally.Verdicts[string(status)]; got != want[i] || len(tally.Untrue) != want[i].False {
				t.Errorf("%s in %s: %+v and %d untrue, want %+v", status, c.Name, got, len(tally.Untrue), want[i])
			}
			missed := 1
			if i == 0 && (status == report.StatusConfirmed || status == "leaked") {
				missed = 0
			}
			if len(tally.MissedHangs) != missed || len(tally.Unplaced) > 0 {
				t.Errorf("%s in %s: missed %v, unplaced %v; want %d missed", status, c.Name, tally.MissedHangs, tally.Unplaced, missed)
			}
		}
	}
}

// TestFeasibleIsAClaim: without an assumption, what is predicted is called a deadlock.
func TestFeasibleIsAClaim(t *testing.T) {
	lot := &Batch{Cases: []Case{twoOrders(t, "p0000", 0)}}
	f := finding(lot.Cases[0], report.StatusPredicted)
	f.Dynamic = &report.Dynamic{Verdict: report.VerdictFeasible}
	tally := lot.Compare(report.Document{Findings: []report.Finding{f}})
	if len(tally.Untrue) != 1 || tally.Verdicts["feasible"].False != 1 {
		t.Errorf("%+v: want an untrue verdict", tally)
	}
}

// TestOtherSides: a deadlock elsewhere in the program makes no claim true.
func TestOtherSides(t *testing.T) {
	lot := &Batch{Cases: []Case{twoOrders(t, "p0000", 1)}}
	f := finding(lot.Cases[0], report.StatusConfirmed)
	f.Goroutines[1] = f.Goroutines[0] // both in one place
	if tally := lot.Compare(report.Document{Findings: []report.Finding{f}}); len(tally.Untrue) != 1 {
		t.Errorf("%+v: want an untrue verdict", tally)
	}
	f.Goroutines[1] = report.Goroutine{Steps: []report.Step{{Op: "request", Pos: "elsewhere.go:1:1"}}}
	if tally := lot.Compare(report.Document{Findings: []report.Finding{f}}); len(tally.Unplaced) != 1 || len(tally.Untrue) != 0 {
		t.Errorf("%+v: want a finding that is not compared", tally)
	}
}

// TestEdits: each makes the program smaller.
func TestEdits(t *testing.T) {
	c := twoOrders(t, "p0000", 1)
	for _, e := range edits(c.Program) {
		p := c.Program.Clone()
		for i := range p.Bodies {
			p.Bodies[i] = e.apply(p.Bodies[i])
		}
		if p.Size() >= c.Size() {
			t.Errorf("an edit makes nothing smaller: %+v", e)
		}
	}
}

// TestVet lets go vet judge programs: they have to be above suspicion.
func TestVet(t *testing.T) {
	lot, err := Draw(5, 0, 40)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := lot.Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

// TestTallies adds tallies and reads the table.
func TestTallies(t *testing.T) {
	lot := &Batch{Cases: []Case{twoOrders(t, "p0000", 1)}}
	one := lot.Compare(report.Document{Findings: []report.Finding{finding(lot.Cases[0], report.StatusInfeasible)}})
	var sum Tally
	sum.Add(one)
	sum.Add(one)
	var b strings.Builder
	if _, err := sum.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"programs 2 100.0 %", "can hang 2 100.0 %", "untrue verdicts 2 100.0 %", "infeasible 0 2", "untrue: p0000 lockorder infeasible 1", "can happen: g0:"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in the table\n%s", want, &b)
		}
	}
}

package oracle

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"
	"time"

	"github.com/deadlocklint/deadlocklint/internal/oracle/generate"
	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
)

// TestNoScheduleHangs runs programs of which the interpreter says that nothing in them
// can be blocked for ever, natively, each with several sets of sleeps at random
// places: a schedule that the interpreter forgot would hang here. Whatever the clock
// does, none may.
func TestNoScheduleHangs(t *testing.T) {
	const programs, variants = 25, 4
	lot := &Batch{}
	r := rand.New(rand.NewPCG(11, 11))
	for number := 0; len(lot.Cases) < programs*variants; number++ {
		d, err := generate.Program(11, number, false)
		if err != nil {
			t.Fatal(err)
		}
		for range variants {
			if len(d.Truth.Deadlocks) > 0 {
				break
			}
			p := d.Program.Clone()
			for i := range p.Bodies {
				p.Bodies[i] = jitter(r, p.Bodies[i])
			}
			p.Name = fmt.Sprintf("p%04d", len(lot.Cases))
			p.Number()
			if err := lot.add(generate.Drawn{Program: p}); err != nil {
				t.Fatal(err)
			}
		}
	}
	dir := t.TempDir()
	if err := lot.Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-vet=off", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// jitter puts sleeps between statements, without a change of what can happen.
func jitter(r *rand.Rand, body []program.Stmt) (out []program.Stmt) {
	for _, s := range body {
		if r.IntN(3) == 0 {
			out = append(out, program.Stmt{Op: program.Sleep, Delay: time.Duration(1+r.IntN(4)) * time.Millisecond})
		}
		s.Then, s.Else = jitter(r, s.Then), jitter(r, s.Else)
		for i := range s.Cases {
			s.Cases[i].Then = jitter(r, s.Cases[i].Then)
		}
		out = append(out, s)
	}
	return out
}

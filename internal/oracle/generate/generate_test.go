package generate

import (
	"bytes"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/oracle/program"
	"github.com/deadlocklint/deadlocklint/internal/oracle/schedules"
)

const seed = 3

// TestPrograms checks what the package promises of every program.
func TestPrograms(t *testing.T) {
	ops := map[program.Op]bool{}
	for number := range 80 {
		hangs := number%20 == 19
		d, err := Program(seed, number, hangs)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Truth.Panics) > 0 || d.Truth.States > schedules.MaxStates {
			t.Errorf("%s: %d states, panics %v", d.Name, d.Truth.States, d.Truth.Panics)
		}
		if (d.Natural == schedules.Hangs) != hangs {
			t.Errorf("%s: the likely run: %v, want one that hangs: %t", d.Name, d.Natural, hangs)
		}
		if d.Natural == schedules.Hangs && !d.Truth.CanHang() {
			t.Errorf("%s hangs in the likely run and in none of all", d.Name)
		}
		if n := goroutines(d.Program); n > maxGoroutines+1 {
			t.Errorf("%s has %d goroutines", d.Name, n)
		}
		d.Walk(func(s *program.Stmt) { ops[s.Op] = true })
	}
	for op := program.Lock; op <= program.Default; op++ {
		if !ops[op] {
			t.Errorf("operation %d is in no program", op)
		}
	}
}

func goroutines(p *program.Program) int {
	n := 1
	p.Walk(func(s *program.Stmt) {
		if s.Op == program.Go {
			n++
		}
	})
	return n
}

// TestDeterministic draws a program twice.
func TestDeterministic(t *testing.T) {
	for number := range 4 {
		var text [2][]byte
		for i := range text {
			d, err := Program(seed, number, false)
			if err != nil {
				t.Fatal(err)
			}
			src, err := d.Source()
			if err != nil {
				t.Fatal(err)
			}
			text[i] = src.Text
		}
		if !bytes.Equal(text[0], text[1]) {
			t.Errorf("program %d is another one the second time:\n%s\n%s", number, text[0], text[1])
		}
	}
}

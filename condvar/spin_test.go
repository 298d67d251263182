//go:build spin

package condvar

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSpin compares with SPIN: script/ci/spin.sh runs it.
func TestSpin(t *testing.T) {
	for seed := range uint64(60) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 16)))
		if p.leaves() {
			continue
		}
		dir := t.TempDir()
		var b bytes.Buffer
		if err := WritePromela(&b, p, Names{}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "p.pml"), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("spin", "-run", "-m100000", "p.pml")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, out, &b)
		}
		want := p.Check(t.Context(), Options{Brute: true}).Traces > 0
		if got := strings.Contains(string(out), "invalid end state"); got != want {
			t.Errorf("seed %d: SPIN finds a deadlock: %v, we: %v\n%s", seed, got, want, &b)
		}
	}
}

// leaves reports whether a thread may go another way than recorded: there the
// two mean different things by a deadlock.
func (p *Program) leaves() (yes bool) {
	for _, t := range p.Threads {
		walk(t.Body, func(s *Stmt) {
			yes = yes || s.Open
			switch s.Op {
			case TryLock, TryRLock, Select, Order, Close, RecvClosed:
				yes = true
			}
		})
	}
	return yes
}

//go:build spin

package condvar

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSpin compares with SPIN: script/ci/spin.sh runs it. Each of the two counts
// the states in which nothing can go on and some thread is blocked for good.
func TestSpin(t *testing.T) {
	ends, jumps, none, wide := 0, 0, 0, 0
	for seed := range uint64(80) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 16)))
		if seed%4 == 0 { // numbers that Promela's int does not hold
			p = scaled(p, 1<<32)
			wide += asInt(p.wide())
		}
		own := p.Check(t.Context(), Options{NoReduction: true, MaxStates: 50000})
		if own.Limit != "" {
			continue
		}
		var b bytes.Buffer
		if err := WritePromela(&b, p, Names{}); err != nil {
			t.Fatal(err)
		}
		if got := spin(t, b.Bytes()); got != own.Traces {
			t.Errorf("seed %d: SPIN counts %d ends with a blocked thread, we %d\n%s", seed, got, own.Traces, &b)
		}
		ends += own.Traces
		none += asInt(own.Traces == 0)
		jumps += asInt(jumpsAnywhere(p))
	}
	t.Logf("%d ends with a blocked thread; %d programs have none, %d have rounds of a select, %d large numbers", ends, none, jumps, wide)
	if ends < 100 || jumps < 5 || none == 0 || wide < 5 {
		t.Error("the test says little")
	}
}

var spinErrors = regexp.MustCompile(`errors: (\d+)`)

// spin lets SPIN search a program without a reduction, and returns how many
// invalid end states it has.
func spin(t *testing.T, program []byte) int {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.pml"), program, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("spin", "-run", "-O1", "-DNOREDUCE", "-m1000000", "-c0", "p.pml")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	found := spinErrors.FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("%v\n%s\n%s", err, out, program)
	}
	if strings.Contains(string(out), "max search depth too small") {
		t.Fatalf("SPIN has not seen all of it\n%s", program)
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func jumpsAnywhere(p *Program) bool {
	for _, c := range compile(p) {
		for _, in := range c.instrs {
			if len(in.jumps) > 0 {
				return true
			}
		}
	}
	return false
}

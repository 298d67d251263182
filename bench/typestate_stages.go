package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/typestate/automaton"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
	"github.com/deadlocklint/deadlocklint/typestate/mine"
)

// miningTable is the time to mine against the number of sequences: of one protocol
// with many ways through it, and random ones, which have nothing in common.
func miningTable() (table, error) {
	t := table{title: "Mining", head: []string{"sequences", "of a protocol: different", "ms", "states", "random: different", "ms", "states"}}
	for _, n := range []int{10, 100, 1000, 10_000} {
		say("mining %d sequences", n)
		row := []string{strconv.Itoa(n)}
		for _, make := range []func(*rand.Rand) []string{ofProtocol, random} {
			cells, err := mined(n, make)
			if err != nil {
				return t, err
			}
			row = append(row, cells...)
		}
		t.row(row...)
	}
	t.notes = []string{"k = 2, s = 50 %. Sequences have at most 20 calls of 6 methods. CPU time, the fastest of 3. A dash: more states than are mined."}
	return t, nil
}

func mined(n int, make func(*rand.Rand) []string) ([]string, error) {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	q := &mine.Sequences{}
	for range n {
		q.Add("T", mine.Sequence{Methods: make(r), Count: 1})
	}
	seqs := q.Of("T")
	var best time.Duration
	states := 0
	for range 3 {
		start := ownCPU()
		a, err := mine.Mine("T", seqs, mine.Options{})
		if err != nil {
			return []string{strconv.Itoa(len(seqs)), "–", "–"}, nil // a limit that is reported
		}
		if d := ownCPU() - start; best == 0 || d < best {
			best = d
		}
		states = len(a.States)
	}
	return []string{strconv.Itoa(len(seqs)), ms(best), strconv.Itoa(states)}, nil
}

// ofProtocol is a way through open, uses and close.
func ofProtocol(r *rand.Rand) []string {
	s := []string{"Open"}
	for range r.IntN(17) {
		s = append(s, []string{"Read", "Write", "Seek"}[r.IntN(3)])
	}
	if r.IntN(2) == 0 {
		s = append(s, "Flush")
	}
	return append(s, "Close")
}

func random(r *rand.Rand) []string {
	var s []string
	for range 1 + r.IntN(20) {
		s = append(s, []string{"Open", "Read", "Write", "Seek", "Flush", "Close"}[r.IntN(6)])
	}
	return s
}

// latticeCommand is the name under which the program calls itself for a lattice.
const latticeCommand = "__lattice"

// A latticeReading is the measurement of one process.
type latticeReading struct {
	CPU    float64 // seconds
	States int
	Widest int
	Memory int64 // bytes resident at most
}

// latticeTable is states per second and memory against goroutines and calls.
func (p *protocols) latticeTable(ctx context.Context) (table, error) {
	t := table{title: "Lattice of one object", head: []string{"goroutines", "calls of each", "heuristic", "states", "widest level", "states/CPU s", "peak MB"}}
	for _, c := range []struct {
		goroutines, calls int
		exhaustive        bool
	}{
		{2, 300, true}, {3, 60, true}, {5, 10, true},
		{2, 1000, false}, {2, 4000, false}, {2, 16_000, false}, {10, 800, false}, {100, 80, false}, {1000, 8, false}, {10_000, 8, false},
	} {
		say("lattice of %d goroutines with %d calls each", c.goroutines, c.calls)
		r, err := latticeChild(ctx, c.goroutines, c.calls, c.exhaustive)
		if err != nil {
			return t, err
		}
		how := fmt.Sprintf("w=%d l=%d", lattice.DefaultWidth, lattice.DefaultLookahead)
		if c.exhaustive {
			how = "none"
		}
		t.row(strconv.Itoa(c.goroutines), strconv.Itoa(c.calls), how, strconv.Itoa(r.States), strconv.Itoa(r.Widest), number(float64(r.States)/r.CPU, 0), number(float64(r.Memory)/1e6, 0))
	}
	t.notes = []string{
		"Goroutines that nothing orders, without locks: the most orders there can be, one state for each cut. " +
			"Calls are handed over one by one and forgotten, as from a trace; the time to make them is part of it. Peak: resident memory of a process for each row.",
	}
	return t, nil
}

func latticeChild(ctx context.Context, goroutines, calls int, exhaustive bool) (r latticeReading, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, self, latticeCommand, strconv.Itoa(goroutines), strconv.Itoa(calls), strconv.FormatBool(exhaustive))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("a lattice of %d goroutines: %w", goroutines, err)
	}
	if err := json.Unmarshal(out, &r); err != nil || r.Memory > 0 {
		return r, err
	}
	r.Memory = peak(cmd.ProcessState)
	return r, nil
}

// ownPeak is the resident memory of this process at its largest, 0 where the
// system does not say. The figure that a parent gets for an ended process is not less
// than its own when it started the process.
func ownPeak() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kb int64
	if _, err := fmt.Sscan(rest, &kb); err != nil {
		return 0
	}
	return kb * 1024
}

// runLattice is the other side of latticeChild.
func runLattice(args []string) error {
	goroutines, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	calls, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	list, err := automaton.Parse([]byte("type T\nstate open final\n  Read Write -> open\n"))
	if err != nil {
		return err
	}
	c := lattice.New(list[0], lattice.Options{Exhaustive: args[2] == "true"})
	start := ownCPU()
	for i := range calls {
		for g := range goroutines {
			c.Add(&lattice.Event{Thread: g, Method: "Read", Site: g, Past: i + 1})
		}
	}
	_, stats := c.Finish()
	return json.NewEncoder(os.Stdout).Encode(latticeReading{CPU: (ownCPU() - start).Seconds(), States: stats.States, Widest: stats.Widest, Memory: ownPeak()})
}

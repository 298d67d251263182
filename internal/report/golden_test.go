package report

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run: go test ./internal/report -update", err)
	}
	if got != string(want) {
		t.Errorf("%s differs\n%s\nif that is right, run: go test ./internal/report -update", file, firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return "want: " + w[i] + "\ngot:  " + g[i]
		}
	}
	return "one is longer than the other"
}

// sourceLines is the program that the sample findings are about.
var sourceLines = map[string]string{
	"bank/account.go:14": "\tgo transfer(b, a)",
	"bank/account.go:31": "\tfrom.mu.Lock() // the caller's account first, whatever its number is, which is the mistake",
	"bank/account.go:33": "\tto.mu.Lock()",
	"bank/ring.go:8":     "\tr.next.mu.Lock()",
}

func sampleSource(file string, line int) string {
	for pos, text := range sourceLines {
		if f, l, _ := SplitPos(pos); f == file && l == line {
			return text
		}
	}
	return ""
}

// samples has one finding of every status.
func samples() []Finding {
	return []Finding{confirmedTransfer(), feasibleRead(), ringNotReached(), untriedSend(), gateInfeasible(), staticOrder(), suppressedOne()}
}

func confirmedTransfer() Finding {
	const fn, class = "example.com/bank.transfer", "example.com/bank.Account.mu"
	first := Step{"lock", "", class, "bank/account.go:31:14", fn}
	second := Step{"request", "", class, "bank/account.go:33:12", fn}
	on := func(s Step, object string) Step { s.Object = object; return s }
	return Finding{
		ID: "1b7776643c45", Check: checks.LockOrder, Status: StatusConfirmed,
		Message: "two goroutines wait for each other's example.com/bank.Account.mu", Pos: "bank/account.go:33:12",
		Dynamic: &Dynamic{Verdict: VerdictConfirmed, Reason: "both goroutines are parked by Go's runtime in sync.(*Mutex).Lock", Tries: 1, Bound: "no bound"},
		Tests:   []string{"TestTransfer", "TestTransfer/back"},
		Goroutines: []Goroutine{
			{Name: "bank.TestTransfer", Steps: []Step{on(first, "#1"), on(second, "#2")}},
			{Name: "bank.transfer#1", Steps: []Step{{"go", "", "", "bank/account.go:14:2", "example.com/bank.TestTransfer"}, on(first, "#2"), on(second, "#1")}},
		},
		Replay: "deadlocklint replay transfer.schedule",
	}
}

func feasibleRead() Finding {
	const class = "example.com/bank.Ledger.mu"
	return Finding{
		ID: "b7466fd7b309", Check: checks.RecursiveRLock, Status: StatusPredicted,
		Message: "a read lock is taken twice with a writer in between", Pos: "bank/ledger.go:20:10",
		Dynamic: &Dynamic{Verdict: VerdictFeasible, Reason: "the recorded events can be reordered without changing what any of them read"},
		Goroutines: []Goroutine{
			{Name: "reader", Steps: []Step{
				{"rlock", "", class, "bank/ledger.go:18:10", "example.com/bank.(*Ledger).Sum"},
				{"rrequest", "", class, "bank/ledger.go:20:10", "example.com/bank.(*Ledger).Entry"}}},
			{Name: "writer", Steps: []Step{{"request", "", class, "bank/ledger.go:40:10", "example.com/bank.(*Ledger).Add"}}},
		},
		Replay: "deadlocklint confirm -id 1",
	}
}

func ringNotReached() Finding {
	const fn, class = "example.com/bank.(*Ring).Step", "example.com/bank.Ring.mu"
	f := Finding{
		ID: "1642ddab6d0d", Check: checks.LockOrder, Status: StatusNotReached,
		Message: "three goroutines wait in a ring", Pos: "bank/ring.go:8:16",
		Dynamic: &Dynamic{Verdict: VerdictNotReached, Reason: "breakpoint 1 was reached 3 times, breakpoint 2 never", Tries: 3, Bound: "no bound"},
		Tests:   []string{"TestA", "TestB", "TestC", "TestD", "TestE", "TestF", "TestG", "TestH", "TestI", "TestJ"},
	}
	for _, name := range []string{"first", "second", "third"} {
		f.Goroutines = append(f.Goroutines, Goroutine{Name: name, Steps: []Step{
			{"lock", "#" + name, class, "bank/ring.go:7:11", fn}, {"request", "", class, "bank/ring.go:8:16", fn}}})
	}
	return f
}

func untriedSend() Finding {
	return Finding{
		ID: "3db11cd1c244", Check: checks.LockAcrossChannel, Status: StatusPredicted,
		Message: "a lock is held while sending to a goroutine that needs it", Pos: "bank/notify.go:9:5",
		Dynamic: &Dynamic{Verdict: VerdictFeasible, Assumption: "the second receive is not ordered by example.com/bank.ready"},
		Goroutines: []Goroutine{
			{Name: "sender", Steps: []Step{{"lock", "", "example.com/bank.Notifier.mu", "bank/notify.go:8:3", "f"}, {"send", "", "example.com/bank.Notifier.ch", "bank/notify.go:9:5", "f"}}},
			{Name: "receiver", Steps: []Step{{"recv", "", "example.com/bank.Notifier.ch", "bank/notify.go:20:5", "g"}, {"signal", "", "example.com/bank.Notifier.cond", "bank/notify.go:21:5", "g"}}},
		},
	}
}

func gateInfeasible() Finding {
	return Finding{
		ID: "1732c3cbf9b7", Check: checks.LockOrder, Status: StatusInfeasible,
		Message: "bank.A.mu and bank.B.mu are taken in both orders", Pos: "bank/gate.go:5:2",
		Dynamic:    &Dynamic{Verdict: VerdictInfeasible, Reason: "both sides hold example.com/bank.gate (bank/gate.go:4:6)"},
		Goroutines: []Goroutine{{Name: "one", Steps: []Step{{"lock", "", "bank.A.mu", "bank/gate.go:5:2", "one"}}}},
	}
}

func staticOrder() Finding {
	return Finding{
		ID: "0f159eeefcec", Check: checks.LockOrder, Status: StatusStatic,
		Message: "bank.C.mu is locked while it is held", Pos: "bank/c.go:7:2",
		Static: &Static{Default: true, Reason: "bank.(*C).Get calls bank.(*C).len with bank.C.mu held"},
	}
}

func suppressedOne() Finding {
	f := confirmedTransfer()
	f.Suppressed, f.SuppressedBy = true, "comment: the transfers run one after the other"
	return f
}

func sampleStats() Stats {
	return Stats{Tests: 12, Processes: 2, Events: 34567, Lost: 5, Tries: 4,
		Limits: []string{"cycles longer than 6 were not looked for"}, Damaged: []string{"t.1.2.dltrace: trace damaged at byte 4096: the checksum of the chunk that begins here is wrong"},
		Unseen: []string{"cgo", "LockOSThread"}}
}

package checks

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestListIsWhole compares the list with the constants, in order.
func TestListIsWhole(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "checks.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var constants []Name
	ast.Inspect(f, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
			if lit, ok := v.Values[0].(*ast.BasicLit); ok {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				constants = append(constants, Name(text))
			}
		}
		return true
	})
	if !slices.Equal(constants, All()) {
		t.Errorf("the list is\n%q, the constants are\n%q", All(), constants)
	}
}

// TestOneNameEach: no two names differ in hyphens or an ending s only, and no former
// name is one of today.
func TestOneNameEach(t *testing.T) {
	bare := func(s string) string { return strings.TrimSuffix(strings.ReplaceAll(s, "-", ""), "s") }
	seen := map[string]Name{}
	for _, n := range All() {
		if other, twice := seen[bare(string(n))]; twice {
			t.Errorf("%s and %s are one name", n, other)
		}
		seen[bare(string(n))] = n
	}
	for n, words := range former {
		if !n.Known() {
			t.Errorf("%s has former names and is not in the list", n)
		}
		for _, w := range words {
			if Name(w).Known() || current[w] != n {
				t.Errorf("%s, formerly of %s, names something else too", w, n)
			}
		}
	}
}

// TestHashedStays: what ids were made of in earlier releases is frozen, for baselines of them. A line
// of this table is never changed.
func TestHashedStays(t *testing.T) {
	const frozen = `cycle double-lock recursive-rlock lock-held typestate missing-unlock unlock-unlocked
		cond-wait-unlocked cond-unlocked-write cond-wait-loop cond-missed-signal cond-wait-unconditional cond-nobody-signals cond-forgotten-signal cond-signal
		waitgroup-add waitgroup-done waitgroup-reuse waitgroup-self once-reentered blocks-forever double-close send-closed never-ends
		unfinished dropped-error typestate-comment callback-under-lock declared-order declared-holds declared-comment directive
		cross-test accident leaked left-blocked schedule livelock race order atomicity missed-signal wrong-waiter falsified-condition no-signal
		wait-with-lock lock-across-channel lock-across-wait waitgroup channel-cycle leak semaphore mixed-cycle`
	var got []string
	for _, n := range All() {
		got = append(got, n.Hashed())
		if !n.Is(n.Hashed()) || !n.Is(string(n)) || Current(n.Hashed()) != n {
			t.Errorf("%s is not named by %s", n, n.Hashed())
		}
	}
	if want := strings.Fields(frozen); !slices.Equal(got, want) {
		t.Errorf("ids are made of\n%q, want\n%q", got, want)
	}
}

// TestCauseStays: what ids are made of is frozen. A line of this table is never changed; a new check gets one.
func TestCauseStays(t *testing.T) {
	const frozen = `cycle double-lock recursive-rlock blocks-forever typestate missing-unlock unlock-unlocked
		cond-wait-unlocked cond-unlocked-write cond-wait-loop cond-missed-signal blocks-forever blocks-forever cond-forgotten-signal cond-signal
		waitgroup-add waitgroup-done waitgroup-reuse blocks-forever once-reentered blocks-forever double-close send-closed blocks-forever
		unfinished dropped-error typestate-comment callback-under-lock declared-order declared-holds declared-comment directive
		cross-test blocks-forever blocks-forever blocks-forever schedule livelock race order atomicity blocks-forever blocks-forever blocks-forever blocks-forever
		blocks-forever blocks-forever blocks-forever blocks-forever blocks-forever blocks-forever blocks-forever blocks-forever`
	var got []string
	for _, n := range All() {
		got = append(got, n.Cause())
	}
	if want := strings.Fields(frozen); !slices.Equal(got, want) {
		t.Errorf("ids are made of\n%q, want\n%q", got, want)
	}
}

// TestOldDocument reads names as an earlier release wrote them; others stay.
func TestOldDocument(t *testing.T) {
	var got []Name
	if err := json.Unmarshal([]byte(`["cycle", "lockorder", "no-such-check", "lock-held"]`), &got); err != nil {
		t.Fatal(err)
	}
	if want := []Name{LockOrder, LockOrder, "no-such-check", LockHeld}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	if LockOrder.Is("once") || Name("no-such-check").Known() || LockOrder.Is("distant") {
		t.Error("a word names a check that it is not a name of")
	}
}

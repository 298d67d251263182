package cause

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// stuck is a finding of trace programs whose goroutines wait at the places.
func stuck(id string, status report.Status, by string, places ...string) report.Finding {
	f := report.Finding{ID: id, Check: checks.Leak, Status: status, Cause: &report.Cause{By: by}}
	for _, pos := range places {
		f.Goroutines = append(f.Goroutines, report.Goroutine{Steps: []report.Step{{Op: "go", Pos: "main.go:1:1"}, {Op: "recv", Class: "main.c", Pos: pos}}})
	}
	return f
}

// kept is a finding about a lock that a goroutine took at one place, and had when it ended. Another one waits for it.
func kept(id, took, waits string) report.Finding {
	return report.Finding{ID: id, Check: checks.Accident, Status: report.StatusConfirmed, Goroutines: []report.Goroutine{
		{Steps: []report.Step{{Op: "request", Class: "main.mu", Pos: waits}}},
		{Steps: []report.Step{{Op: "lock", Class: "main.mu", Pos: took}, {Op: "exit"}}},
	}}
}

func TestJoin(t *testing.T) {
	silenced := stuck("1", report.StatusConfirmed, "signal a.go:9", "a.go:1:1")
	silenced.Suppressed = true
	other := stuck("2", report.StatusConfirmed, "signal a.go:9", "a.go:8:1")
	other.Check = checks.MissedSignal
	for _, c := range []struct {
		name     string
		a, b     report.Finding
		together string // the id of the one that stays, "" for both
	}{
		{"one statement to blame", stuck("1", report.StatusConfirmed, "signal a.go:9", "a.go:1:1"), stuck("2", report.StatusConfirmed, "signal a.go:9", "a.go:2:1"), "1"},
		{"for another thing", stuck("1", report.StatusConfirmed, "signal a.go:9", "a.go:1:1"), other, ""},
		{"none to blame", stuck("1", report.StatusConfirmed, "", "a.go:1:1"), stuck("2", report.StatusConfirmed, "", "a.go:2:1"), ""},
		{"places of both", stuck("1", report.StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", report.StatusConfirmed, "", "a.go:2:1"), "2"},
		{"some of them", stuck("1", report.StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", report.StatusConfirmed, "", "a.go:2:1", "a.go:3:1"), ""},
		{"two at one of them", stuck("1", report.StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", report.StatusConfirmed, "", "a.go:2:1", "a.go:2:1"), ""},
		{"confirmed before small", stuck("1", report.StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", report.StatusNotReached, "", "a.go:2:1"), "1"},
		{"silenced", silenced, stuck("2", report.StatusConfirmed, "signal a.go:9", "a.go:2:1"), "1"},
		{"a lock that was kept", kept("1", "a.go:1:1", "a.go:2:1"), kept("2", "a.go:1:1", "a.go:3:1"), "1"},
		{"kept at two places", kept("1", "a.go:1:1", "a.go:2:1"), kept("2", "a.go:4:1", "a.go:3:1"), ""},
		{"of another stage", report.Finding{ID: "1", Check: checks.Leak, Status: report.StatusConfirmed}, stuck("2", report.StatusConfirmed, "signal a.go:9", "a.go:2:1"), ""},
	} {
		got := Join([]report.Finding{c.a, c.b})
		switch {
		case c.together == "" && len(got) == 2 && got[0].Also == nil && got[1].Also == nil:
		case c.together != "" && len(got) == 1 && got[0].ID == c.together && len(got[0].Also) == 1 && got[0].Also[0].ID != c.together:
		default:
			t.Errorf("%s: %d findings, the first one %s with %v", c.name, len(got), got[0].ID, got[0].Also)
		}
	}
}

// TestTokenWait: a channel that is used as a lock is waited for by a request in one finding, and by a send in another.
func TestTokenWait(t *testing.T) {
	wait := func(op, class string) report.Goroutine {
		return report.Goroutine{Steps: []report.Step{{Op: op, Class: class, Pos: "a.go:7:3", Func: "main.f"}}}
	}
	for _, c := range []struct {
		op, class string
		same      bool
	}{{"send", "main.token", true}, {"recv", "main.token", true}, {"send", "main.jobs", false}, {"wgwait", "main.token", false}} {
		known, _ := waitOf(wait(c.op, c.class))
		if got := IsAmong(wait("request", "main.token"), []Wait{known}); got != c.same {
			t.Errorf("a request and a %s of %s are one wait: %v", c.op, c.class, got)
		}
	}
}

// TestWait: two goroutines are in one wait when line, operation and objects agree, as far as they are known.
func TestWait(t *testing.T) {
	wait := func(op string, classes ...string) report.Goroutine {
		g := report.Goroutine{Steps: []report.Step{{Op: op, Class: classes[0], Pos: "a.go:7:3", Func: "main.f"}}}
		if op == "select" && len(classes) > 1 {
			g.Awaits = classes
		}
		return g
	}
	for _, c := range []struct {
		a, b report.Goroutine
		same bool
	}{
		{wait("recv", "main.c"), wait("recv", "main.c"), true},
		{wait("recv", "main.c"), wait("recv", "main.d"), false},
		{wait("recv", "main.c"), wait("send", "main.c"), false},
		{wait("recv", "main.c"), wait("recv", ""), true},
		{wait("recv", "a.b/main.f.c"), wait("recv", "a.b/main.f.func1.2.c"), true},
		{wait("recv", "main.f.c"), wait("recv", "main.g.func1.c"), false},
		{wait("request", "(lock)"), wait("lock", "main.mu"), true},
		{wait("rrequest", "main.mu"), wait("lock", "main.other"), false},
		{wait("select", "main.c", "main.d"), wait("recv", "main.d"), true},
		{wait("select", "main.c", "main.d"), wait("recv", "main.e"), false},
		{wait("select", "main.c"), wait("recv", "main.e"), true}, // others of its channels are not known
		{wait("select", "main.c", "main.d"), wait("select", "main.d", "main.c"), true},
		{wait("select", "main.c", "main.d"), wait("select", "main.d", "main.c", "main.e"), true}, // the third one was nil
		{wait("select", "main.c", "main.d"), wait("select", "main.c", "main.e"), false},
	} {
		if known, _ := waitOf(c.b); IsAmong(c.a, []Wait{known}) != c.same {
			t.Errorf("%v and %v are one wait: %v", c.a, c.b, !c.same)
		}
	}
}

// TestAreAmong: each wait has another one of its own, as trying all assignments finds it, and many that are alike take no longer.
func TestAreAmong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var in, of []Wait
		for range r.IntN(5) {
			in = append(in, anyWait(r))
		}
		for range r.IntN(6) {
			of = append(of, anyWait(r))
		}
		if got, want := areAmong(in, of), assigns(in, of); got != want {
			t.Fatalf("%v are among %v: %v, want %v", in, of, got, want)
		}
	}
	many := slices.Repeat([]Wait{{line: "a.go:1", op: "recv"}}, 60)
	if areAmong(append(many, Wait{line: "a.go:2", op: "recv"}), slices.Repeat(many[:1], 80)) {
		t.Error("a wait at another line is among them")
	}
}

// anyWait is a wait at one of two lines, for one of three objects, or for one that is not known.
func anyWait(r *rand.Rand) Wait {
	w := Wait{line: []string{"a.go:1", "a.go:2"}[r.IntN(2)], op: "recv"}
	if n := r.IntN(4); n > 0 {
		w.objects = []string{string(rune('a' + n))}
	}
	return w
}

// assigns tries all assignments.
func assigns(in, of []Wait) bool {
	return len(in) == 0 || slices.ContainsFunc(indexes(of), func(k int) bool {
		return in[0].is(of[k]) && assigns(in[1:], slices.Concat(of[:k], of[k+1:]))
	})
}

func indexes(of []Wait) (list []int) {
	for k := range of {
		list = append(list, k)
	}
	return list
}

// left is a finding about a goroutine that was left blocked: the second goroutine used the object last.
func left(id, place string) report.Finding {
	f := stuck(id, report.StatusLeaked, "", place, "a.go:99:1")
	f.Check, f.Cause = checks.Leaked, nil
	return f
}

// TestStuckState: findings of several stages about one stuck state are one, and the one that
// names the lock leads. The count is that of the causes.
func TestStuckState(t *testing.T) {
	held := stuck("held", report.StatusConfirmed, "", "a.go:32:13", "a.go:22:12")
	held.Check, held.Cause, held.Static = checks.LockHeld, nil, &report.Static{Default: true}
	leak := stuck("leak", report.StatusConfirmed, "", "a.go:32:9")
	met := stuck("met", report.StatusConfirmed, "", "a.go:32", "a.go:22", "a.go:50:2")
	met.Check, met.Cause = checks.Accident, nil
	candidate := stuck("candidate", report.StatusNotReached, "", "a.go:32:13")
	candidate.Cause = nil
	beside := stuck("state", report.StatusConfirmed, "", "a.go:13:4", "a.go:22:12", "a.go:8:36")
	beside.Goroutines[0].Steps = slices.Insert(beside.Goroutines[0].Steps, 1, report.Step{Op: "lock", Class: "main.mu", Pos: "a.go:11:3"})
	beside.Goroutines[1].Steps[1] = report.Step{Op: "request", Class: "main.mu", Pos: "a.go:22:12"}
	explained := left("explained", "a.go:13:4")
	explained.Static = &report.Static{Default: true}
	race := stuck("race", report.StatusConfirmed, "", "a.go:32:13")
	race.Check, race.Cause = checks.Race, nil
	for _, c := range []struct {
		name string
		list []report.Finding
		want []string // the ids that lead, each with those that it names
	}{
		{"a lock, a leak, the end of the run", []report.Finding{leak, met, held}, []string{"held leak met"}},
		{"goroutines that were left", []report.Finding{left("left", "a.go:22:12"), held}, []string{"held left"}},
		{"left beside a stuck state", []report.Finding{left("left", "a.go:8:36"), beside}, []string{"left", "state"}},
		{"confirmed before explained", []report.Finding{explained, beside}, []string{"state explained"}},
		{"its last user is not blocked", []report.Finding{left("left", "a.go:70:1"), stuck("leak", report.StatusConfirmed, "", "a.go:99:1")}, []string{"left", "leak"}},
		{"another place", []report.Finding{left("left", "a.go:23:12"), held}, []string{"left", "held"}},
		{"no run has shown it", []report.Finding{candidate, held}, []string{"candidate", "held"}},
		{"another kind", []report.Finding{race, held}, []string{"race", "held"}},
	} {
		var got []string
		for _, f := range Join(slices.Clone(c.list)) {
			words := f.ID
			for _, o := range f.Also {
				words += " " + o.ID
			}
			got = append(got, words)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestBubble: the panic of a bubble is told with the goroutines that remain in it. It is a finding of its own where one of the goroutines
// that are blocked has none, as one that sleeps, or where the panic is another one.
func TestBubble(t *testing.T) {
	panics := func(reason string, at ...string) report.Finding {
		f := report.Finding{ID: "schedule", Check: checks.Schedule, Status: report.StatusConfirmed, Tests: []string{"TestA"}, Dump: reason + "\n\ngoroutine 7 [running]:\n", Explored: &report.Explored{}}
		for i, pos := range at {
			f.Explored.Goroutines = append(f.Explored.Goroutines, report.ExploredGoroutine{End: report.EndBlocked})
			f.Explored.Steps = append(f.Explored.Steps, report.ExploredStep{Goroutine: i, Last: true, Step: report.Step{Op: "recv", Class: "main.c", Pos: pos}})
		}
		return f
	}
	remains := func(id, pos, test string, note bool) report.Finding {
		f := left(id, pos)
		f.Tests, f.Note = []string{test}, note
		return f
	}
	for _, c := range []struct {
		name string
		list []report.Finding
		want []string
	}{
		{"one", []report.Finding{panics(remain, "a.go:1:1"), remains("1", "a.go:1:1", "TestA", false)}, []string{"1 schedule"}},
		{"a note counts then", []report.Finding{panics(remain, "a.go:1:1"), remains("1", "a.go:1:1", "TestA", true)}, []string{"1 schedule"}},
		{"two, of which one counts", []report.Finding{panics(remain, "a.go:1:1", "a.go:2:1"), remains("1", "a.go:1:1", "TestA", true), remains("2", "a.go:2:1", "TestA", false)}, []string{"1", "2 schedule"}},
		{"one sleeps", []report.Finding{panics(remain, "a.go:1:1", "a.go:9:1"), remains("1", "a.go:1:1", "TestA", false)}, []string{"schedule", "1"}},
		{"of another test", []report.Finding{panics(remain, "a.go:1:1"), remains("1", "a.go:1:1", "TestB", false)}, []string{"schedule", "1"}},
		{"another panic", []report.Finding{panics("panic: no", "a.go:1:1"), remains("1", "a.go:1:1", "TestA", false)}, []string{"schedule", "1"}},
		{"nobody is blocked", []report.Finding{panics(remain), remains("1", "a.go:1:1", "TestA", false)}, []string{"schedule", "1"}},
	} {
		var got []string
		for _, f := range Join(slices.Clone(c.list)) {
			words := f.ID
			for _, o := range f.Also {
				words += " " + o.ID
			}
			if got = append(got, words); len(f.Also) > 0 && f.Note {
				t.Errorf("%s: a note", c.name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnique: of two findings with one id the graver one stays, wherever it stands.
func TestUnique(t *testing.T) {
	note, failure := left("1", "a.go:1:1"), left("1", "a.go:2:1")
	note.Note = true
	confirmed := stuck("1", report.StatusConfirmed, "", "a.go:3:1")
	for _, list := range [][]report.Finding{{note, failure, confirmed}, {confirmed, note}, {note, failure}, {failure, note}} {
		want := confirmed.Status
		if len(list) == 2 && list[0].Check == checks.Leaked {
			want = failure.Status
		}
		got := Unique(list)
		if len(got) != 1 || got[0].Status != want || got[0].Note {
			t.Errorf("%v", got)
		}
	}
}

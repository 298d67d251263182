package explorer

import (
	"strings"
	"testing"
)

const panicked = `12:30:01 begin
panic: runtime error: index out of range [5] with length 3

goroutine 7 [running]:
m.(*T).at(...)
	/src/m/m.go:12
m.TestX.func1(0xc000012345)
	/src/m/m_test.go:30 +0x1d
created by m.TestX in goroutine 6
	/src/m/m_test.go:29 +0x33

goroutine 6 [sync.WaitGroup.Wait, 2 minutes]:
sync.runtime_SemacquireWaitGroup(0xc1)
	/go/src/runtime/sema.go:110 +0x25
m.TestX()
	/src/m/m_test.go:33 +0x33
exit status 2
`

func TestCrashes(t *testing.T) {
	at := func(text string, exit int) *Ending { return &Ending{Crash: text, Exit: exit} }
	changed := func(old, new string) *Ending { return at(strings.Replace(panicked, old, new, 1), 2) }
	for name, c := range map[string]struct {
		a, b *Ending
		like bool
	}{
		"other time":     {at(panicked, 2), changed("12:30:01", "12:30:02"), true},
		"other values":   {at(panicked, 2), changed("[5]", "[6]"), true},
		"other function": {at(panicked, 2), changed("m.(*T).at", "m.(*T).of"), false},
		"other stacks":   {at(panicked, 2), changed("m.TestX()", "m.TestY()"), true},
		"exit":           {at("12:30:01 cannot", 1), at("12:30:02 cannot", 1), true},
		"other status":   {at("cannot", 1), at("cannot", 2), false},
		"exit and panic": {at("cannot", 2), at(panicked, 2), false},
		"no crash":       {&Ending{}, at("cannot", 1), false},
	} {
		if c.a.like(c.b) != c.like || c.b.like(c.a) != c.like {
			t.Errorf("%s: like is %t", name, !c.like)
		}
	}
	e := at(panicked, 2)
	if got := strings.Join(e.Functions(), " "); got != "m.(*T).at" || e.Kind() != KindPanic {
		t.Errorf("%s in %s", e.Kind(), got)
	}
	e = changed("panic: runtime", "panic: first [recovered]\n\tpanic: runtime")
	if got := e.Reason(); got != "panic: runtime error: index out of range [5] with length 3" || len(e.Functions()) != 1 {
		t.Errorf("behind a recovered panic: %s in %v", got, e.Functions())
	}
	if f, ok := Stacks(panicked)[1].Program(); !ok || f.Pos != "/src/m/m_test.go:33" {
		t.Errorf("the second goroutine is at %v", f)
	}
}

func FuzzStacks(f *testing.F) {
	f.Add(panicked)
	f.Add("goroutine 1 [running]:\n\t/a:1")
	f.Fuzz(func(t *testing.T, dump string) {
		for _, s := range Stacks(dump) {
			s.Program()
		}
		_ = (&Ending{Crash: dump}).Functions()
	})
}

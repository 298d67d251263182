package confirm

import (
	"errors"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

const stuckDump = `goroutine 7 [sync.Cond.Wait]:
main.(*Queue).get(0xc000012345)
	/src/queue/main.go:31 +0x44

goroutine 8 [sync.Mutex.Lock]:
main.(*Queue).put(0xc000012345)
	/src/queue/main.go:310 +0x44

goroutine 9 [sync.Cond.Wait]:
main.(*Queue).get(...)
	/src/queue/main.go:31
`

// TestShows: every goroutine of the core has to be found at its own line.
func TestShows(t *testing.T) {
	v := &Quiescence{Dump: stuckDump, Others: 1, Goroutines: []ParkedGoroutine{{ID: 7, Index: 70}, {ID: 8, Index: 80}, {ID: 9, Index: 90}}}
	at := func(index uint64, line int) BlockedOperation {
		return BlockedOperation{Index: index, File: "/somewhere/else/main.go", Line: line}
	}
	for _, c := range []struct {
		name  string
		spots []BlockedOperation
		want  bool
	}{
		{"one", []BlockedOperation{at(70, 31)}, true},
		{"an inlined call", []BlockedOperation{at(90, 31)}, true},
		{"two", []BlockedOperation{at(70, 31), at(80, 310)}, true},
		{"a line that another one begins with", []BlockedOperation{at(80, 31)}, false},
		{"another line", []BlockedOperation{at(70, 32)}, false},
		{"another goroutine", []BlockedOperation{at(71, 31)}, false},
		{"the same goroutine twice", []BlockedOperation{at(70, 31), at(70, 31)}, false},
		{"one of two", []BlockedOperation{at(70, 31), at(80, 311)}, false},
		{"nobody", nil, false},
		{"a deferred operation, at another return", []BlockedOperation{{Index: 80, File: "main.go", Line: 300, Func: "main.(*Queue).put.deferwrap1", Op: "lock"}}, true},
		{"a deferred operation of another kind", []BlockedOperation{{Index: 80, File: "main.go", Line: 300, Func: "main.(*Queue).put.deferwrap1", Op: "wait"}}, false},
		{"a deferred operation of another function", []BlockedOperation{{Index: 80, File: "main.go", Line: 300, Func: "main.(*Queue).get.deferwrap1", Op: "lock"}}, false},
		{"another operation of the same function", []BlockedOperation{{Index: 80, File: "main.go", Line: 300, Func: "main.(*Queue).put", Op: "lock"}}, false},
	} {
		if got := v.HasBlocked(c.spots); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestShowsAnother: where nobody is left, another goroutine may stand for the one
// that was recorded, if it was started at the same place.
func TestShowsAnother(t *testing.T) {
	const dump = "goroutine 7 [chan send]:\nmain.work()\n\t/src/main.go:31\ncreated by main.start in goroutine 1\n\t/src/main.go:12 +0x1f\n"
	for _, c := range []struct {
		created string
		others  uint64
		want    bool
	}{
		{"main.go:12", 0, true}, {"main.go:12", 1, false}, {"main.go:1", 0, false}, {"main.go:13", 0, false},
		{"", 0, true}, // recorded before that was kept
	} {
		v := &Quiescence{Dump: dump, Others: c.others, Goroutines: []ParkedGoroutine{{ID: 7, Index: 70}}}
		if got := v.HasBlocked([]BlockedOperation{{Index: 71, File: "/src/main.go", Line: 31, Created: c.created}}); got != c.want {
			t.Errorf("started at %q, %d others: %v", c.created, c.others, got)
		}
	}
}

// TestOnly: who can go on must be known, and must not use what the core waits for.
func TestOnly(t *testing.T) {
	known := map[uint64]bool{1: false, 2: true}
	for _, c := range []struct {
		name string
		live map[uint64]uint64
		want bool
	}{
		{"nobody", nil, true},
		{"a bystander", map[uint64]uint64{10: 1}, true},
		{"a user", map[uint64]uint64{10: 1, 11: 2}, false},
		{"a stranger", map[uint64]uint64{12: 3}, false},
	} {
		if got := (&Quiescence{Live: c.live, Others: uint64(len(c.live))}).only(known, false); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestAtEnd: a goroutine that used what the core waits for, and that waits elsewhere, may come
// back to it as long as something goes on.
func TestAtEnd(t *testing.T) {
	dump := "goroutine 7 [chan receive]:\nmain.work()\n\t/src/main.go:31 +0x1\n\ngoroutine 8 [select]:\nmain.ask()\n\t/src/main.go:40 +0x1\n"
	end := End{
		Core:  []BlockedOperation{{Index: 70, File: "/src/main.go", Line: 31, Op: "recv"}},
		Known: map[uint64]bool{70: true, 80: true, 90: false},
	}
	waits := BlockedOperation{Index: 80, File: "/src/main.go", Line: 40, Op: "select"}
	for _, c := range []struct {
		name   string
		rest   []BlockedOperation
		others uint64
		want   bool
	}{
		{"elsewhere, and something goes on", nil, 1, false},
		{"elsewhere, and nothing goes on", nil, 0, true},
		{"where the order leaves it", []BlockedOperation{waits}, 1, true},
	} {
		v := &Quiescence{Dump: dump, Others: c.others, Goroutines: []ParkedGoroutine{{ID: 7, Index: 70}, {ID: 8, Index: 80}}}
		if c.others > 0 {
			v.Live = map[uint64]uint64{9: 90}
		}
		if end.Rest = c.rest; v.Reaches(end) != c.want {
			t.Errorf("%s: %v", c.name, !c.want)
		}
	}
}

// TestLeft: after a failure, who used what the core waits for must be blocked.
func TestLeft(t *testing.T) {
	known := map[uint64]bool{1: false, 2: true, 3: true}
	both, one := []ParkedGoroutine{{Index: 2}, {Index: 3}}, []ParkedGoroutine{{Index: 3}}
	for _, c := range []struct {
		name string
		v    Quiescence
		want bool
	}{
		{"no failure", Quiescence{Goroutines: one}, false},
		{"all users are blocked", Quiescence{Goroutines: both, Failed: true}, false},
		{"one has left", Quiescence{Goroutines: one, Failed: true}, true},
	} {
		if got := c.v.left(known); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestOnlyChannel: a timer could serve who waits at a channel.
func TestOnlyChannel(t *testing.T) {
	if (&Quiescence{Others: 1}).only(nil, true) {
		t.Error("a wait at a channel is confirmed although something goes on")
	}
	if !(&Quiescence{}).only(nil, true) {
		t.Error("a wait at a channel is not confirmed although nothing goes on")
	}
}

// TestTakeStill reads what the runtime writes; a file that was cut off counts for nothing.
func TestTakeStill(t *testing.T) {
	head := reportOf(boundary.AboutStuck,
		&boundary.Goroutine{ID: 7, Site: 1, Index: 0x46, Op: 9, Want: 0xc0, At: 5}, &boundary.Live{ID: 3, Index: 1},
		&boundary.Ending{Failed: true}, &boundary.Others{Live: 2}, &boundary.Stats{Paused: 1})
	var whole, cut Run
	if err := errors.Join(whole.take(head+"dump\n"+stuckDump, nil), cut.take(head, nil)); err != nil {
		t.Fatal(err)
	}
	if cut.Quiescence != nil {
		t.Error("a file without its dump counts")
	}
	switch s := whole.Quiescence; {
	case s == nil:
		t.Fatal("it was not read")
	case len(s.Goroutines) != 1 || s.Goroutines[0].Index != 0x46 || s.Live[3] != 1 || s.Others != 2 || s.Exiting || !s.Failed:
		t.Errorf("read as %+v", s)
	case s.Assumption() == "":
		t.Error("nothing is assumed although others go on")
	}
}

// TestBlockedOnOneLine: a goroutine that waits to receive is not blocked at the send of its line.
func TestBlockedOnOneLine(t *testing.T) {
	const place = "main.serve()\n\t/tmp/x/main.go:31 +0x1d\ncreated by main.main in goroutine 1\n\t/tmp/x/main.go:40 +0x30"
	for _, test := range []struct {
		op, why string
		want    bool
	}{
		{"send", "chan send", true},
		{"send", "chan receive", false},
		{"send", "chan receive, 2 minutes", false},
		{"send", "select", true},
		{"recv", "chan receive", true},
		{"recv", "chan send", false},
		{"recv", "chan receive (nil chan)", false},
		{"select", "select (no cases)", false},
		{"select", "chan receive", true}, // of one channel
		{"wgwait", "sync.WaitGroup.Wait", true},
		{"wgwait", "chan receive", false},
		{"lock", "sync.WaitGroup.Wait", true}, // of a singleflight group
		{"wait", "chan receive", false},
		{"lock", "chan send", true}, // of a lock that is made of a channel
	} {
		s := BlockedOperation{File: "main.go", Line: 31, Op: test.op}
		if got := s.in("goroutine 7 [" + test.why + "]:\n" + place); got != test.want {
			t.Errorf("a %s blocked in [%s]: %t, want %t", test.op, test.why, got, test.want)
		}
	}
}

// TestBlockedOnObjects: goroutines that wait for one object in the order wait for one in the run, and those that wait for
// two objects for two.
func TestBlockedOnObjects(t *testing.T) {
	const stack = "[chan receive]:\nmain.serve()\n\t/tmp/x/main.go:31 +0x1d\n"
	v := &Quiescence{Goroutines: []ParkedGoroutine{{ID: 7, Index: 70, Want: 0xa}, {ID: 8, Index: 80, Want: 0xb}}, Dump: "goroutine 7 " + stack + "\n\ngoroutine 8 " + stack}
	at := func(index, object uint64) BlockedOperation {
		return BlockedOperation{Index: index, File: "main.go", Line: 31, Op: "recv", Object: object}
	}
	for _, c := range []struct {
		name  string
		spots []BlockedOperation
		want  bool
	}{
		{"two objects", []BlockedOperation{at(70, 1), at(80, 2)}, true},
		{"one object", []BlockedOperation{at(70, 1), at(80, 1)}, false},
		{"not known", []BlockedOperation{at(70, 0), at(80, 1)}, true},
	} {
		if got := v.HasBlocked(c.spots); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

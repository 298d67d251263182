package typestate

import (
	"slices"
	"testing"
)

// TestWaits is a mutex made of a channel with room for one: who locks it takes the
// token that the last one to unlock has put back. That the second may lock before the
// first has unlocked is no violation of what was mined. Either order of the two is one when the token is not
// waited for, when it comes from elsewhere, and when somebody wrote the automaton.
func TestWaits(t *testing.T) {
	const start = `
t1 makechan c 1; t1 send c; t1 sent c
t1 go t2; t1 go t3
`
	const first = `
t2 call m Mutex.Lock; t2 recv c; t2 received c; t2 return m -
t2 call m Mutex.Unlock; t2 send c; t2 sent c; t2 return m -
`
	const lock = "t3 call m Mutex.Lock; t3 recv c; t3 received c; t3 return m -\n"
	const unlock = "t3 call m Mutex.Unlock; t3 send c; t3 sent c; t3 return m -\n"
	const automaton = "type Mutex\norigin mined k=2\nstate free final\n  Lock -> held\nstate held\n  Unlock -> free\n"
	for _, c := range []struct {
		name, run, automaton string
		want                 int
	}{
		{"the token of the first", start + first + lock + unlock, automaton, 0},
		{"asked for without waiting", start + first + "t3 call m Mutex.Lock; t3 recv c +try; t3 received c; t3 return m -\n" + unlock, automaton, 2},
		{"put back outside of any call", start + `
t2 call m Mutex.Lock; t2 recv c; t2 received c; t2 return m -
t2 call m Mutex.Unlock; t2 return m -
t2 send c; t2 sent c
` + lock + unlock, automaton, 2},
		{"somebody wrote it", start + first + lock + unlock, "type Mutex\nstate free final\n  Lock -> held\nstate held\n  Unlock -> free\n", 2},
	} {
		found, _ := read(t, c.run).Check(parse(t, c.automaton), Options{})
		if len(found) != c.want {
			t.Errorf("%s: %d violations, want %d", c.name, len(found), c.want)
		}
	}
}

// TestWaitsFor reads which calls waited for which, by call site: a close, a full
// channel, a WaitGroup, and a condition variable that was signalled once. What was
// signalled twice, and what did not have to wait, has no entry.
func TestWaitsFor(t *testing.T) {
	for _, c := range []struct {
		name, run string
		want      [][2]string // who waits, for whom
	}{
		{"close", `
t1 makechan c 0; t1 go t2; t1 go t3
t2 call f F.Set; t2 close c; t2 return f -
t3 call f F.Get; t3 recv c; t3 recvclosed c; t3 return f -`, [][2]string{{"Get", "Set"}}},
		{"a place in a full channel", `
t1 makechan c 1; t1 send c; t1 sent c; t1 go t2; t1 go t3
t2 call f F.Take; t2 recv c; t2 received c; t2 return f -
t3 call f F.Put; t3 send c; t3 sent c; t3 return f -`, [][2]string{{"Put", "Take"}}},
		{"a place that was free", `
t1 makechan c 2; t1 send c; t1 sent c; t1 go t2; t1 go t3
t2 call f F.Take; t2 recv c; t2 received c; t2 return f -
t3 call f F.Put; t3 send c; t3 sent c; t3 return f -`, nil},
		{"the other side, of which the later one waits", `
t1 makechan c 0; t1 go t2; t1 go t3
t2 call f F.Put; t2 send c
t3 call f F.Take; t3 recv c; t3 received c t2
t2 sent c t3; t2 return f -; t3 return f -`, [][2]string{{"Take", "Put"}}},
		{"a WaitGroup", `
t1 wgadd w 1; t1 go t2; t1 go t3
t2 call f F.Done; t2 wgadd w -1; t2 return f -
t3 call f F.Wait; t3 wgwait w; t3 wgdone w; t3 return f -`, [][2]string{{"Wait", "Done"}}},
		{"another object's call", `
t1 wgadd w 1; t1 go t2; t1 go t3
t2 call g F.Done; t2 wgadd w -1; t2 return g -
t3 call f F.Wait; t3 wgwait w; t3 wgdone w; t3 return f -`, nil},
		{"a signal", `
t1 go t2; t1 go t3
t2 call f F.Put
t3 call f F.Take; t3 wait k
t2 signal k; t2 return f -
t3 wake k; t3 return f -`, [][2]string{{"Take", "Put"}}},
		{"one of two signals", `
t1 go t2; t1 go t3
t2 call f F.Put
t3 call f F.Take; t3 wait k
t2 signal k; t2 return f -
t1 call f F.Put; t1 signal k; t1 return f -
t3 wake k; t3 return f -`, nil},
	} {
		var got [][2]string
		for _, call := range read(t, c.run).Calls {
			for _, by := range call.waitsFor {
				got = append(got, [2]string{call.Method, by.Method})
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

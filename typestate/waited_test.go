package typestate

import "testing"

// TestWaited reads runs in which the order of figure 6.1's violation was to be kept:
// getInputStream, close, and then the other goroutine's getOutputStream. Bag, whose
// methods come first, gives the call sites the same numbers in each of them.
func TestWaited(t *testing.T) {
	const sites = `
t1 call b Bag.connect; t1 return b -
t1 call s Socket.connect; t1 return s -
t1 go t2
t2 call b Bag.getOutputStream; t2 return b -
t1 call b Bag.getInputStream; t1 return b -
t1 call b Bag.close; t1 return b -
`
	const out, in = "t2 call s Socket.getOutputStream; t2 return s -\n", "t1 call s Socket.getInputStream; t1 return s -\n"
	found, _ := read(t, sites+out+in+closes).Check(parse(t, refined), Options{})
	if len(found) != 1 {
		t.Fatalf("%d violations", len(found))
	}
	for _, c := range []struct {
		name, run string
		held      int
		want      bool
	}{
		{"close did not come while getOutputStream was held back", out + in + closes, 3, true},
		{"close had begun", in + closes + out, 3, false},
		{"getInputStream did not come while close was held back", closes + in + out, 2, true},
		{"it had come", in + closes + out, 2, false},
		{"the first is never held back", in + closes + out, 1, false},
		{"nothing was held back", out + in + closes, 0, false},
		{"no step", out + in + closes, 4, false},
		{"it was not made", in + closes, 3, false},
	} {
		if got := read(t, sites+c.run).Waited(found[0], c.held); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// TestBroken finds the first call in a run that began before its turn in the order of figure 6.1's violation.
func TestBroken(t *testing.T) {
	const begin = "t1 call s Socket.connect; t1 return s -\nt1 go t2\n"
	const out, in = "t2 call s Socket.getOutputStream; t2 return s -\n", "t1 call s Socket.getInputStream; t1 return s -\n"
	const sites = "t1 call b Bag.connect; t1 return b -\nt2 call b Bag.getOutputStream; t2 return b -\nt1 call b Bag.getInputStream; t1 return b -\nt1 call b Bag.close; t1 return b -\n"
	found, _ := read(t, begin+sites+out+in+closes).Check(parse(t, refined), Options{})
	if len(found) != 1 {
		t.Fatalf("%d violations", len(found))
	}
	for _, c := range []struct {
		name, run string
		want      int
	}{
		{"the order was kept", in + closes + out, 0},
		{"getOutputStream came first", out + in + closes, 3},
		{"close came before getInputStream", closes + in + out, 2},
		{"close came alone", closes, 2},
		{"getInputStream came alone", in, 0},
	} {
		if got := read(t, begin+sites+c.run).Broken(found[0]); got != c.want {
			t.Errorf("%s: step %d, want %d", c.name, got, c.want)
		}
	}
}

package judge

import "testing"

// A lock is held for ever by a holder that has ended, and in a cycle. A holder that sleeps or waits in a channel may give it back, and so may
// unknown readers.
func TestIsHeld(t *testing.T) {
	const ended, sleeps = 8, 9
	lock := func(id, holder int) blocked { return blocked{ID: id, Kind: waitsLock, Holder: holder} }
	for name, c := range map[string]struct {
		list []blocked // the first one is asked about
		want bool
	}{
		"ended":            {[]blocked{lock(1, ended)}, true},
		"cycle":            {[]blocked{lock(1, 2), lock(2, 1)}, true},
		"itself":           {[]blocked{lock(1, 1)}, true},
		"leads to a cycle": {[]blocked{lock(1, 2), lock(2, 3), lock(3, 2)}, true},
		"leads to ended":   {[]blocked{lock(1, 2), lock(2, ended)}, true},
		"timer":            {[]blocked{lock(1, sleeps)}, false},
		"leads to a timer": {[]blocked{lock(1, 2), lock(2, sleeps)}, false},
		"channel":          {[]blocked{lock(1, 2), {ID: 2, Kind: waitsOther}}, false},
		"send":             {[]blocked{lock(1, 2), {ID: 2, Kind: waitsSend}}, false},
		"readers":          {[]blocked{lock(1, -1)}, false},
		"beside a cycle":   {[]blocked{lock(1, sleeps), lock(2, 3), lock(3, 2)}, false},
	} {
		if got := isHeld(c.list[0], c.list, func(id int) bool { return id == ended }); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

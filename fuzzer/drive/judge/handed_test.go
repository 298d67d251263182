package judge

import "testing"

// A lock is held for ever by a holder that has ended, and in a cycle. A call that spins may give it back, and so may a holder that sleeps or
// waits in a channel, and unknown readers.
func TestLastHolder(t *testing.T) {
	const ended, spins, sleeps = 7, 8, 9
	lock := func(id, holder int) blocked { return blocked{ID: id, Kind: waitsLock, Holder: holder} }
	for name, c := range map[string]struct {
		list []blocked // the first one is asked about
		want holder
	}{
		"ended":                   {[]blocked{lock(1, ended)}, hasEnded},
		"cycle":                   {[]blocked{lock(1, 2), lock(2, 1)}, inCycle},
		"itself":                  {[]blocked{lock(1, 1)}, inCycle},
		"leads to a cycle":        {[]blocked{lock(1, 2), lock(2, 3), lock(3, 2)}, inCycle},
		"leads to ended":          {[]blocked{lock(1, 2), lock(2, ended)}, hasEnded},
		"spins":                   {[]blocked{lock(1, spins)}, goesOn},
		"leads to one that spins": {[]blocked{lock(1, 2), lock(2, spins)}, goesOn},
		"timer":                   {[]blocked{lock(1, sleeps)}, isUnknown},
		"leads to a timer":        {[]blocked{lock(1, 2), lock(2, sleeps)}, isUnknown},
		"channel":                 {[]blocked{lock(1, 2), {ID: 2, Kind: waitsOther}}, isUnknown},
		"send":                    {[]blocked{lock(1, 2), {ID: 2, Kind: waitsSend}}, isUnknown},
		"readers":                 {[]blocked{lock(1, -1)}, isUnknown},
		"beside a cycle":          {[]blocked{lock(1, sleeps), lock(2, 3), lock(3, 2)}, isUnknown},
	} {
		actor := func(id int) (isActor, isDone bool) { return id == 1 || id == ended || id == spins, id == ended }
		if got := lastHolder(c.list[0], c.list, actor); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

package condvar

// What conflicts with a step at a channel is less than every use of it. A channel with a
// buffer counts: two numbers say what is in it and whether it is closed.
//
//   - A send that has room keeps it, however many threads receive in the meantime. A receive
//     that has a value keeps it, however many threads send or close.
//   - A step that cannot be made waits for the other side alone. A receive of a channel without
//     a buffer is such a step always, since the sender makes it.
//   - A channel that is closed stays so. Nobody sends there any more.
//   - Where there is room for all sends that threads may still make, no send keeps another one
//     from anything. The same holds for the values of all receives.
//
// A step may give other threads more to do: that only adds to the ways behind it. But a send
// with a default passes by where it has no room, and does not behind a receive.

// needsChannel is what conflicts with a plain send, receive or close.
func (r *reducer) needsChannel(s state, t int, in *instr) uint8 {
	held, closed := int(s[r.at[in.obj]]), s[r.at[in.obj]+1] != 0
	capacity := r.Objects[in.obj].Capacity
	switch in.op {
	case mSend:
		switch {
		case closed:
			return 0
		case capacity == 0:
			return aExcl
		case held == capacity:
			return aRecv
		case r.atMost(s, t, in.obj, capacity-held-1, true):
			return aClose
		}
		return aSend
	case mRecv:
		switch {
		case held > 0 && r.atMost(s, t, in.obj, held-1, false):
			return aTry
		case held > 0:
			return aRecv | aTry
		case closed:
			return 0
		}
	case mRecvClosed:
		switch {
		case held > 0:
			return aRecv
		case closed:
			return 0
		}
	}
	return aSend // a close, and a receive that waits
}

// atMost reports whether all threads but t send, or else receive, no more than n times from
// where they are. It takes time linear in their number.
func (r *reducer) atMost(s state, t, ch, n int, send bool) bool {
	for _, u := range r.users[ch] {
		if u.thread == t {
			continue
		}
		transfers := &u.recvs
		if send {
			transfers = &u.sends
		}
		if n -= transfers.from(r.beginOf(s, u.thread)); n < 0 {
			return false
		}
	}
	return true
}

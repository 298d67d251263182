package condvar

import "slices"

// The conflicts of a step at a channel are fewer than every use of it. A channel with a
// buffer counts: two numbers say what is in it and whether it is closed.
//
//   - A send that has room keeps it, however many threads receive in the meantime. A receive
//     that has a value keeps it, however many threads send or close.
//   - A step that cannot be made waits for the other side alone. A receive of a channel without
//     a buffer is such a step always, since the sender makes it.
//   - A channel that is closed stays so. No thread sends there any more.
//   - Where there is room for all sends that threads may still make, no send keeps another one
//     from anything. The same holds for the values of all receives.
//
// A step may give other threads more to do: that only adds to the ways after it. But a send
// with a default passes by where it has no room, and does not after a receive.

// needsChannels is needs for an operation on channels.
func (r *reducer) needsChannels(s state, t int, in *instr, f func(row int, conflicts uint8)) {
	own := in.obj
	if in.op == mSelect {
		own = in.cases[0].Chan
	}
	if !r.Objects[own].Timer {
		f(own, r.needsOwn(s, t, own, in))
	}
	for _, c := range in.cases[min(1, len(in.cases)):] {
		if !r.Objects[c.Chan].Timer {
			f(c.Chan, r.needsOther(s, t, in, c))
		}
	}
}

// needsOther is the accesses that conflict at an alternative that was not taken. A thread that may jump to
// where it takes it has it as a step. Else a close may let the thread pass by.
func (r *reducer) needsOther(s state, t int, in *instr, c Case) uint8 {
	if len(in.jumps) > 0 {
		return aExcl
	}
	held, closed := s[r.at[c.Chan]], s[r.at[c.Chan]+1] != 0
	switch {
	case c.Send || in.loop > 0 || closed && held == 0:
		return aTry // a send with a default sees that the thread was there
	case closed:
		return aRecv | aTry
	}
	return aClose | aTry
}

// needsOwn is the accesses that conflict with a send, receive or close, or with the alternative that a
// select took.
func (r *reducer) needsOwn(s state, t, ch int, in *instr) uint8 {
	if len(in.jumps) > 0 || len(in.cases) > 1 && slices.Contains(in.cases[1:], Case{ch, !in.cases[0].Send}) {
		return aExcl
	}
	held, closed := int(s[r.at[ch]]), s[r.at[ch]+1] != 0
	switch {
	case in.op == mSend || in.op == mSelect && in.cases[0].Send:
		return r.needsSend(s, t, ch, held, closed)
	case in.op == mRecv || in.op == mSelect:
		switch {
		case held > 0 && r.atMost(s, t, ch, held-1, false):
			return aTry
		case held > 0:
			return aRecv | aTry
		case closed:
			return aTry
		}
		return aSend | aTry
	case in.op == mRecvClosed && held > 0:
		return aRecv | aTry
	case in.op == mRecvClosed && closed:
		return aTry
	}
	return aSend | aTry // a close, and a receive that waits for one
}

func (r *reducer) needsSend(s state, t, ch, held int, closed bool) uint8 {
	capacity := r.Objects[ch].Capacity
	switch {
	case closed:
		return 0
	case capacity == 0:
		return aExcl
	case held == capacity:
		return aRecv
	case r.atMost(s, t, ch, capacity-held-1, true):
		return aClose
	}
	return aSend
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

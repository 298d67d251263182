package condvar

import "github.com/deadlocklint/deadlocklint/internal/trace"

// A channel with a buffer of which every use is a plain send, a plain receive or a close
// only counts: two numbers say what is in it and whether it is closed. Then the two sides
// conflict less than they do in general. A send that has room keeps it, however many threads
// receive in the meantime. A receive that has a value keeps it, however many threads send or
// close. A step that cannot be made waits for the other side alone.

// findQueues marks these channels.
func (r *reducer) findQueues() {
	r.queue = make([]bool, len(r.Objects))
	for i, o := range r.Objects {
		r.queue[i] = o.Kind == trace.KindChan && o.Capacity > 0 && !o.Timer
	}
	for t := range r.codes {
		for i := range r.codes[t].instrs {
			in := &r.codes[t].instrs[i]
			if in.op == mSelect || in.op == mArrive || len(in.cases) > 0 || in.op == mSend && in.stmt.Open {
				r.noQueue(in)
			}
		}
	}
}

func (r *reducer) noQueue(in *instr) {
	for _, ch := range in.stmt.Channels() {
		r.queue[ch] = false
	}
	if in.obj >= 0 {
		r.queue[in.obj] = false
	}
}

// needsQueue is what conflicts with the next step at such a channel.
func (r *reducer) needsQueue(s state, in *instr) uint8 {
	held, closed := s[r.at[in.obj]], s[r.at[in.obj]+1] != 0
	switch in.op {
	case mSend:
		if closed || int(held) == r.Objects[in.obj].Capacity {
			return aRecv
		}
		return aSend
	case mRecv:
		if held == 0 {
			return aSend
		}
		return aRecv
	case mRecvClosed:
		switch {
		case held > 0:
			return aRecv
		case closed: // for good
			return 0
		}
	}
	return aSend // a close, and a receive that waits for one
}

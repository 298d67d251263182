package explore

// This file has channels with a buffer as queues. A receive reads which send it takes from, or
// that the channel is closed. A send and a Close read whether it is closed. So two sends that
// no receive tells apart are no two schedules, nor are a send and a receive of another one.
//
// To wait is no step, as for a Mutex. The step that lets a goroutine go on makes its operation
// for it, which comes right behind that step in the model.

// looksAtQueue is what an operation on a channel reads.
func (m *model) looksAtQueue(s *cutState, f *effect) (value uint64, kind look) {
	closed, list := s.objects[2*f.object] != 0, s.queues[m.objects[f.object].queue]
	switch {
	case f.does == doesReceive && len(list) > 0:
		return mixed(list[0] + 1), readsValue
	case f.does == doesReceive && !closed:
		return 0, mustWait
	case f.does == doesSend && !closed && len(list) >= int(m.objects[f.object].room):
		return 0, mustWait
	case closed:
		return 1, readsValue // a send and another Close panic
	}
	return 0, readsValue
}

// changesQueue makes an operation on a channel. Lists are shared by states.
func (m *model) changesQueue(s *cutState, f *effect, name uint64) {
	list := &s.queues[m.objects[f.object].queue]
	switch closed := s.objects[2*f.object] != 0; {
	case f.does == doesClose:
		s.objects[2*f.object] = 1
	case f.does == doesReceive && len(*list) > 0:
		*list = (*list)[1:]
	case f.does == doesSend && !closed:
		*list = append((*list)[:len(*list):len(*list)], name)
	}
}

func (d does) isOfQueue() bool { return d == doesSend || d == doesReceive || d == doesClose }

// handOver makes the operations of goroutines that step k has let go on, and that waited for a
// channel.
func (b *builder) handOver(k int) bool {
	r := b.record
	for i := b.came; i < r.came && int(r.arrivals[i].step) <= k; i++ {
		a := &r.arrivals[i]
		t, known := b.ids[a.id]
		if !known || a.jumped || b.threads[t].waits == nil {
			continue
		}
		e := *b.threads[t].waits
		object := e.effects[0].object
		if !e.effects[0].does.isOfQueue() {
			continue
		}
		v := b.read(&b.at, t, &e)
		if !v.possible {
			b.plain[object] = true
			return false
		}
		e.node = v.node
		b.threads[t].waits = nil
		b.woken[t].delayed, b.woken[t].handed = -1, object+1
		b.commit(&b.at, t, &e)
		b.threads[t].events = append(b.threads[t].events, e)
		b.order = append(b.order, t)
		b.at.cut[t]++
	}
	return true
}

// resumes is a step of a goroutine whose operation on a channel was made for it. A step that
// does anything else as well would be two events here, and is one in another run.
func (b *builder) resumes(t int32, k int) bool {
	r, object := b.record, b.woken[t].handed-1
	s := &r.steps[k]
	b.woken[t] = wake{by: causalPlace{nowhere, 0}, delayed: -1}
	alone := !r.cut || k < r.n-1
	for _, touch := range r.touches[s.first : s.first+uint32(s.told)] {
		if touch.Object == 0 || classOf(touch.Op) == nothing {
			continue
		}
		n, known := b.numbers[touch.Object]
		alone = alone && known && n == object && opsOf(touch.Op)&(opsSend|opsReceive|opsQueue) != 0
	}
	if !alone {
		b.plain[object] = true
	}
	return alone
}

// forgets reports whether a run that ended well has goroutines that wait for a channel: then it
// had messages before the run.
func (b *builder) forgets() (forgets bool) {
	for t := range b.threads {
		if e := b.threads[t].waits; e != nil && e.effects[0].does.isOfQueue() && b.record.well {
			b.plain[e.effects[0].object] = true
			forgets = true
		}
	}
	return forgets
}

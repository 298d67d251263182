package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// This file has channels with a buffer as queues. A receive reads which send it takes from, or
// that the channel is closed. A send reads which receive has made room for it: of a buffer for C
// values, send n reads receive n-C. Such a channel may be a semaphore, and guard memory that
// no event tells. The first C sends, and a Close, read whether the channel is closed. So two sends
// that find room from the start are no two schedules, unless a receive tells them apart.
//
// To wait is no step, as for a Mutex. The step that lets a goroutine go on makes its operation
// for it, which comes right after that step in the model.

// A buffer is the knowledge of a state about a queue. Lists are shared by states.
type buffer struct {
	sends []uint64 // that no goroutine has taken
	rooms []uint64 // receives that have made room, which no send has taken
}

// room is the receive that has made room for the next send, 0 for none. Rooms that no send has
// taken so far come first.
func (q *buffer) room(o *object) uint64 {
	if len(q.rooms) == 0 || len(q.sends)+len(q.rooms) < int(o.room) {
		return 0
	}
	return q.rooms[0]
}

// before is the effect that lets another one happen: the unlock before a lock, the receive before a send.
func (m *model) before(s *cutState, f *effect) uint64 {
	if f.does == doesSend {
		return s.queues[m.objects[f.object].queue].room(&m.objects[f.object])
	}
	return s.objects[2*f.object+1]
}

// looksAtQueue returns the value that an operation on a channel reads.
func (m *model) looksAtQueue(s *cutState, f *effect) (value uint64, kind look) {
	o := &m.objects[f.object]
	closed, q := s.objects[2*f.object] != 0, &s.queues[o.queue]
	switch {
	case f.does == doesReceive && len(q.sends) > 0:
		return random.Mixed(q.sends[0] + 1), readsValue
	case f.does == doesReceive && !closed:
		return 0, mustWait
	case f.does == doesSend && !closed && len(q.sends) >= int(o.room):
		return 0, mustWait
	case closed:
		return 1, readsValue // a send and another Close panic
	case f.does == doesClose || m.values:
		return 0, readsValue
	case m.relaxed:
		return random.Mixed(f.after + 3), readsValue
	}
	return random.Mixed(q.room(o) + 3), readsValue
}

// changesQueue makes an operation on a channel.
func (m *model) changesQueue(s *cutState, f *effect, name uint64) {
	o := &m.objects[f.object]
	q := &s.queues[o.queue]
	switch closed := s.objects[2*f.object] != 0; {
	case f.does == doesClose:
		s.objects[2*f.object] = 1
	case f.does == doesReceive && len(q.sends) > 0:
		q.sends, q.rooms = q.sends[1:], appended(q.rooms, name)
	case f.does == doesSend && !closed:
		if q.room(o) != 0 {
			q.rooms = q.rooms[1:]
		}
		q.sends = appended(q.sends, name)
	}
}

// appended leaves a list that states share as it is.
func appended(list []uint64, name uint64) []uint64 {
	return append(list[:len(list):len(list)], name)
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
		e.effects[0].after = b.before(&b.at, &e.effects[0])
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
		if touch.Object == 0 || point.ClassOf(touch.Op) == point.Nothing {
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

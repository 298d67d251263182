package causal

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// A builder makes a model of the steps that the engine has told.
type builder struct {
	*model
	record  *record
	plain   map[int32]bool
	numbers map[uint32]int32 // of objects
	ids     map[uint32]int32 // of threads
	came    int              // arrivals so far
	woken   []wake           // of each thread, since its last step
	at      cutState
	ended   causalPlace // of the last step
	queues  int32       // channels that are queues
}

// A wake is how a thread came to run again.
type wake struct {
	by      causalPlace
	is      bool
	delayed int32 // jumps of the clock when it began to wait for a Mutex, a WaitGroup or a queue, else -1
	handed  int32 // from 1: the queue on which its operation was made for it
}

// build is false when an object does not do what its kind should. Then plain has it.
func (b *builder) build() bool {
	b.classify()
	b.at = b.initial()
	b.ended = causalPlace{nowhere, 0}
	for k := range b.record.n {
		s := &b.record.steps[k]
		if s.jumped {
			b.jump()
		}
		b.arrive(k)
		if s.all {
			b.barred = true
			b.bar()
		}
		if !b.event(k) || !b.handOver(k) {
			return false
		}
		if s.all {
			b.bar()
		}
	}
	b.finish()
	if b.forgets() {
		return false
	}
	b.alone()
	b.start = b.initial()
	return true
}

// classify finds the kinds of the objects.
func (b *builder) classify() {
	r := b.record
	for i, t := range r.touches[:r.told] {
		if t.Object == 0 || point.ClassOf(t.Op) == point.Nothing {
			continue
		}
		n, ok := b.numbers[t.Object]
		if !ok {
			n = int32(len(b.objects))
			b.numbers[t.Object] = n
			b.objects = append(b.objects, object{})
		}
		o := &b.objects[n]
		o.ops |= opsOf(t.Op)
		if t.Op == point.OpQueue {
			o.room = t.Arg
		}
		if (t.Op == point.OpReadMemory || t.Op == point.OpWroteMemory) && !r.values[i].Known {
			o.ops |= opsUnvalued
		}
	}
	for n := range b.objects {
		o := &b.objects[n]
		known := o.ops
		if known&opsLoad != 0 {
			known &^= opsUnvalued
		}
		if o.kind = kindOf(known); b.plain[int32(n)] || o.kind == queue && b.unqueued {
			o.kind = anything
		}
		if o.kind == queue {
			o.queue = b.queues
			b.queues++
		}
	}
}

// initial is the state before the run. Words whose values are told begin with the first of these.
func (b *builder) initial() cutState {
	s := cutState{cut: make([]int32, len(b.threads)), objects: make([]uint64, 2*len(b.objects)), queues: make([]buffer, b.queues)}
	r := b.record
	for k := r.told - 1; k >= 0; k-- {
		if n, ok := b.numbers[r.touches[k].Object]; ok && r.values[k].Known && b.objects[n].kind == word {
			s.objects[2*n] = valueName(r.values[k].Before)
		}
	}
	return s
}

// jump is a move of the clock, before which no goroutine could go on.
func (b *builder) jump() {
	b.limits = append(b.limits, append([]int32{}, b.at.cut...))
	b.stopped = append(b.stopped, b.hashAt(b.at.cut))
}

// bar keeps earlier events from later ones.
func (b *builder) bar() { b.limits = append(b.limits, append([]int32{}, b.at.cut...)) }

// arrive notes the goroutines that could run before step k, and not before.
func (b *builder) arrive(k int) {
	r := b.record
	for ; b.came < r.came && int(r.arrivals[b.came].step) < k; b.came++ {
		a := &r.arrivals[b.came]
		by := b.ended
		if a.jumped {
			by = causalPlace{nowhere, 0}
		}
		if t, ok := b.ids[a.id]; ok {
			w := &b.woken[t]
			w.by, w.is = by, true
			continue
		}
		b.spawn(a, by)
	}
}

// spawn makes a thread. Its name is that of the goroutine that started it, and how many that had
// started before.
func (b *builder) spawn(a *arrival, by causalPlace) {
	n := int32(len(b.threads))
	h := thread{id: a.id, begins: by}
	if a.jumped {
		h.late = int32(len(b.limits))
	}
	parent, nth := uint64(0), n
	if by.thread != nowhere {
		p := &b.threads[by.thread]
		parent, nth = p.name, p.spawned
		p.spawned++
	}
	h.name = random.Mixed(parent*3 + uint64(nth) + 1)
	h.root = b.tree.child(0, uint32(h.name))
	b.ids[a.id] = n
	b.threads = append(b.threads, h)
	b.woken = append(b.woken, wake{by: causalPlace{nowhere, 0}, delayed: -1})
	b.at.cut = append(b.at.cut, 0)
	for i := range b.limits {
		b.limits[i] = append(b.limits[i], 0)
	}
}

// event adds step k, unless it only waits.
func (b *builder) event(k int) bool {
	s := &b.record.steps[k]
	t, ok := b.ids[s.id]
	if !ok { // beyond those that a strategy is asked about
		b.barred = true
		b.spawn(&arrival{id: s.id}, b.ended)
		t = b.ids[s.id]
	}
	h, w := &b.threads[t], &b.woken[t]
	if w.handed != 0 {
		return b.resumes(t, k)
	}
	e := event{waker: w.by, jumps: int32(len(b.limits)), effects: b.effects(s, w.is)}
	if w.delayed >= 0 { // another goroutine may have woken it
		e.waker, e.jumps, e.waited = causalPlace{nowhere, 0}, w.delayed, true
	}
	resumed := w.is
	*w = wake{by: causalPlace{nowhere, 0}, delayed: w.delayed}
	if !b.agrees(&e) {
		return false
	}
	v := b.read(&b.at, t, &e)
	if !v.possible {
		return b.waits(t, &e, k)
	}
	if w.delayed < 0 && len(e.effects) > 0 && !resumed && b.contradicts(&e, k) {
		return false
	}
	w.delayed, h.waits = -1, nil
	e.node = v.node
	for i := range e.effects {
		e.effects[i].after = b.before(&b.at, &e.effects[i])
		b.objects[e.effects[i].object].use(t)
		b.counts(t, &e.effects[i])
	}
	e.last = b.record.cut && k == b.record.n-1
	b.commit(&b.at, t, &e)
	h.events = append(h.events, e)
	b.order = append(b.order, t)
	b.at.cut[t]++
	b.ended = causalPlace{t, b.at.cut[t]}
	return true
}

// counts notes the use of a WaitGroup, before its counter changes.
func (b *builder) counts(t int32, f *effect) {
	o := &b.objects[f.object]
	switch {
	case f.does == doesWait:
		o.many = o.many || o.waited != 0 && o.waited != t+1
		o.waited = t + 1
	case f.does != doesAdd:
	case f.arg < 0:
		o.done = true
	case o.done && b.at.objects[2*f.object] == 0:
		o.again = t + 1
	}
	b.barred = b.barred || o.isReused()
}

// waits leaves out a step that waits for a Mutex, a WaitGroup or a queue.
func (b *builder) waits(t int32, e *event, k int) bool {
	if len(e.effects) != 1 || b.runsOn(k) {
		b.plain[e.effects[0].object] = true
		return false
	}
	if w := &b.woken[t]; w.delayed < 0 {
		w.delayed = e.jumps
	}
	e.node, e.waited = nowhere, true
	b.objects[e.effects[0].object].use(t)
	b.threads[t].waits = e
	return true
}

// runsOn reports whether the goroutine of step k can go on right after it.
func (b *builder) runsOn(k int) bool {
	r := b.record
	id := r.steps[k].id
	for j := k + 1; j < r.n; j++ {
		if r.steps[j].id == id {
			return !b.arrives(id, k, j)
		}
	}
	return false
}

// arrives reports whether a goroutine came to run between two steps.
func (b *builder) arrives(id uint32, k, j int) bool {
	r := b.record
	for i := b.came; i < r.came && int(r.arrivals[i].step) < j; i++ {
		if r.arrivals[i].id == id && int(r.arrivals[i].step) >= k {
			return true
		}
	}
	return false
}

// contradicts reports whether a lock that should be free was waited for: its goroutine comes to
// the same lock again, after a wait.
func (b *builder) contradicts(e *event, k int) bool {
	f := &e.effects[0]
	if f.does != doesLock && f.does != doesWait {
		return false
	}
	r := b.record
	id := r.steps[k].id
	for j := k + 1; j < r.n; j++ {
		if r.steps[j].id != id {
			continue
		}
		next := &r.steps[j]
		if next.told > 0 && b.arrives(id, k, j) && r.touches[next.first] == r.touches[r.steps[k].first] {
			b.plain[f.object] = true
			return true
		}
		return false
	}
	return false
}

// agrees reports whether the words have the values that the engine has seen, and counters are none
// below zero.
func (b *builder) agrees(e *event) bool {
	for i := range e.effects {
		f := &e.effects[i]
		if f.does == doesAdd && int64(b.at.objects[2*f.object])+int64(f.arg) < 0 { // it began outside of the run, or the call panics
			b.plain[f.object] = true
			return false
		}
		if f.value.Known && b.objects[f.object].kind == word && b.at.objects[2*f.object] != valueName(f.value.Before) {
			b.plain[f.object] = true
			return false
		}
	}
	return true
}

// finish notes how the run has ended.
func (b *builder) finish() {
	b.arrive(b.record.n)
	switch {
	case b.record.ended:
		b.stopped = append(b.stopped, b.hashAt(b.at.cut))
	case b.record.cut:
		for _, id := range b.record.before {
			if t, ok := b.ids[id]; ok && (b.record.n == 0 || b.record.steps[b.record.n-1].id != id) {
				b.threads[t].left = true
			}
		}
	}
}

func (o *object) use(t int32) {
	o.shared = o.shared || o.of != 0 && o.of != t+1
	o.of = t + 1
}

// alone marks the events that no other thread can notice.
func (b *builder) alone() {
	for t := range b.threads {
		list := b.threads[t].events
		for k := range list {
			e := &list[k]
			e.alone = !e.last
			for i := range e.effects {
				e.alone = e.alone && !b.objects[e.effects[i].object].shared
			}
		}
	}
}

// effects are those of a step on its objects, each once. The first touch of a goroutine that
// was woken is the operation in which it waited: that has nothing to do with a word, and a Mutex
// was unlocked before.
func (b *builder) effects(s *madeStep, woken bool) (list []effect) {
	r := b.record
	at := map[int32]int{}
	sets := map[int32]ops{}
	for i := range s.told {
		k := s.first + uint32(i)
		t := r.touches[k]
		if t.Object == 0 || point.ClassOf(t.Op) == point.Nothing {
			continue
		}
		n := b.numbers[t.Object]
		kind := b.objects[n].kind
		if woken && i == 0 && (kind == word || kind == mutex && t.Op == point.OpUnlock) {
			continue
		}
		j, ok := at[n]
		if !ok {
			j = len(list)
			at[n] = j
			list = append(list, effect{object: n, does: doesLook})
		}
		sets[n] |= opsOf(t.Op)
		f := &list[j]
		f.does = doesOf(kind, f.does, sets[n], t.Op)
		if t.Op == point.OpCount {
			f.arg = t.Arg
		}
		if r.values[k].Known {
			f.value = r.values[k]
		}
	}
	return list
}

// doesOf is the effect of a step on an object: before an operation it did that, with it the set.
func doesOf(k kind, before does, set ops, op uint8) does {
	switch {
	case k == word && set&opsUpdate != 0 && set&(opsLoad|opsRead) != 0:
		return doesUpdate
	case k == word && set&(opsStore|opsUpdate) != 0:
		return doesStore
	case k == word:
		return doesLoad
	case k == mutex && set&opsTry != 0:
		return doesTry
	case k == mutex && set&opsUnlock != 0:
		return doesUnlock
	case k == mutex:
		return doesLock
	case k == group && set&opsAdd != 0:
		return doesAdd
	case k == group:
		return doesWait
	case k == queue && set&opsClose != 0:
		return doesClose
	case k == queue && set&opsReceive != 0:
		return doesReceive
	case k == queue:
		return doesSend
	}
	switch point.ClassOf(op) {
	case point.Reads:
		return before
	case point.Shares:
		if before == doesLook {
			return doesShare
		}
		return before
	}
	return doesChange
}

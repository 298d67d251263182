package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A ReasonKind says which fact of the recording explains that a goroutine is blocked for ever.
type ReasonKind uint8

// The kinds of reasons.
const (
	LeftLocked  ReasonKind = iota + 1 // a goroutine that has ended left the lock locked: At is where it locked
	SlotTaken                         // values of ended goroutines fill the channel: At is their send
	DoneMissing                       // a goroutine that was started after an Add has ended without Done: At is the Add
	WokeOther                         // the last Signal, At, woke another waiter, which waited again
	WokeNobody                        // the last Signal or Broadcast, At, came before the goroutine waited
	NeverWoken                        // there was no Signal and no Broadcast
	LastUser                          // the goroutine that used the channel last, At, has ended
	Suspended                         // a coroutine of iter.Pull has the lock, and nobody calls next or stop: At is where it locked
	Panicked                          // a goroutine has ended after a panic or a Goexit, At, and nothing else is known of the channel
)

// A Reason is a fact of the recording which explains that a goroutine is blocked for ever.
type Reason struct {
	Kind     ReasonKind
	At       Place
	By       Actor
	Count    int  // of equal ones, at least 1
	Unlocked bool // of WokeOther and WokeNobody: who signals did not hold the lock of the condition
}

// An Actor is the goroutine that did what a Reason tells of.
type Actor struct {
	Created Place // unknown for the main goroutine
	Last    Place // the last thing that it did
	Panic   Place // where it panicked, or called Goexit, after its mistake; unknown where it did not
	Ended   bool
}

// An account has what a run tells about the objects that blocked goroutines wait for.
type account struct {
	wanted  map[uint64]bool
	held    map[uint64][]trace.Event // by lock: who has it
	using   map[trace.G]trace.Event  // the last send, receive or select of each goroutine
	slots   map[uint64]*slots
	groups  map[uint64]*groupUse
	conds   map[uint64]*condUse
	used    map[uint64]trace.Event  // by channel: its last complete operation
	at      map[trace.G]trace.Event // the last OpAt
	last    map[trace.G]trace.Event // the last operation that has a stack
	panics  map[trace.G]trace.Event
	coros   *coroutines
	yielded map[trace.G]bool // coroutines that wait for a call of next or stop
	ended   map[trace.G]bool
	started map[trace.G][]trace.Event // by the goroutine that starts others
}

// accountOf reads the run in which goroutines are blocked again, and keeps the facts that explain it.
func (p *process) accountOf(l *finalOps) *account {
	wanted := map[uint64]bool{}
	for _, e := range l.blocked {
		if e != nil && e.Obj != 0 {
			wanted[e.Obj] = true
		}
	}
	a := newAccount(wanted)
	for i := range p.objects.Events {
		e := &p.objects.Events[i]
		if p.beginsRun(e) {
			a = newAccount(wanted)
		}
		if e.Op.Info().Arg != trace.ArgStack || !p.endsTest(e.Stack()) {
			a.add(e)
		}
	}
	return a
}

func newAccount(wanted map[uint64]bool) *account {
	return &account{
		wanted: wanted, held: map[uint64][]trace.Event{}, using: map[trace.G]trace.Event{}, slots: map[uint64]*slots{},
		groups: map[uint64]*groupUse{}, conds: map[uint64]*condUse{}, used: map[uint64]trace.Event{}, at: map[trace.G]trace.Event{}, last: map[trace.G]trace.Event{},
		panics: map[trace.G]trace.Event{}, coros: newCoroutines(), yielded: map[trace.G]bool{}, ended: map[trace.G]bool{}, started: map[trace.G][]trace.Event{},
	}
}

func (a *account) add(e *trace.Event) {
	if e.G == 0 {
		return
	}
	switch e.Op {
	case trace.OpRelease, trace.OpAcquire:
		a.coros.add(*e)
		a.yielded[e.G] = e.Op == trace.OpRelease && a.coros.yields(e)
	case trace.OpExit:
		a.ended[e.G] = true
	case trace.OpPanics:
		a.panics[e.G] = *e
	case trace.OpGo:
		a.started[e.G] = append(a.started[e.G], *e)
	case trace.OpAt:
		a.at[e.G] = *e
	case trace.OpSend, trace.OpRecv, trace.OpSelect:
		a.using[e.G] = *e
	}
	for _, c := range a.conds {
		c.saw(e)
	}
	if e.Op.Info().Arg == trace.ArgStack && e.Arg != 0 && e.Op != trace.OpAt && e.Op != trace.OpAlloc {
		a.last[e.G] = *e
	}
	switch {
	case e.Op.Info().Locks != 0:
		a.lock(e)
	case a.wanted[e.Obj]:
		a.use(e)
	}
}

// lock keeps who has a lock. A lock that another goroutine releases was handed over.
func (a *account) lock(e *trace.Event) {
	list := a.held[e.Obj]
	if e.Op.Info().Locks > 0 {
		a.held[e.Obj] = append(list, *e)
		return
	}
	i := slices.IndexFunc(list, func(h trace.Event) bool { return h.G == e.G })
	if i < 0 && len(list) > 0 {
		i = 0
	}
	if i < 0 {
		return
	}
	if a.held[e.Obj] = slices.Delete(list, i, i+1); len(a.held[e.Obj]) == 0 {
		delete(a.held, e.Obj) // few are held, of perhaps very many
	}
}

// locksOf are the locks that a goroutine has.
func (a *account) locksOf(g trace.G) (list []uint64) {
	for lock, by := range a.held {
		if slices.ContainsFunc(by, func(h trace.Event) bool { return h.G == g }) {
			list = append(list, lock)
		}
	}
	return list
}

// use takes an operation on an object for which somebody waits at the end.
func (a *account) use(e *trace.Event) {
	switch e.Op {
	case trace.OpMakeChan:
		a.slots[e.Obj] = &slots{size: int(e.Aux)}
	case trace.OpSent, trace.OpReceived:
		begun := a.using[e.G]
		begun.Obj = e.Obj
		a.used[e.Obj] = begun
		if s := a.slots[e.Obj]; s != nil {
			s.add(e.Op == trace.OpSent, begun)
		}
	case trace.OpWGAdd:
		a.group(e.Obj).add(e, a.at[e.G])
	case trace.OpWait, trace.OpWake, trace.OpSignal, trace.OpBroadcast:
		a.cond(e.Obj).add(e, a)
	}
}

func (a *account) group(obj uint64) *groupUse {
	if a.groups[obj] == nil {
		a.groups[obj] = &groupUse{done: map[trace.G]bool{}}
	}
	return a.groups[obj]
}

func (a *account) cond(obj uint64) *condUse {
	if a.conds[obj] == nil {
		a.conds[obj] = &condUse{waits: map[trace.G]trace.Event{}}
	}
	return a.conds[obj]
}

// slots are the values in a channel, by the sends that put them there, the oldest first.
type slots struct {
	size  int
	sends []trace.Event
	early int // receives that were recorded before their sends
}

func (s *slots) add(sent bool, begun trace.Event) {
	switch {
	case sent && s.early > 0:
		s.early--
	case sent:
		s.sends = append(s.sends, begun)
	case len(s.sends) == 0:
		s.early++
	default:
		s.sends = s.sends[1:]
	}
}

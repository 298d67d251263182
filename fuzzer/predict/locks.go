package predict

import (
	"context"
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Lock is a lock that goroutines hold or wait for at a moment of a recording.
type Lock struct {
	Instance uint64
	Class    string
	Holders  []LockUser
	Waiters  []LockUser
}

// A LockUser is a goroutine at a lock: where it took the lock, or waits for it.
type LockUser struct {
	G trace.G
	Place
}

// LocksAt are the locks that are held, or waited for, when a recording has come to a
// sequence number, in the order of their instances. It takes one pass over the recording.
func LocksAt(dir string, target *record.Target, seq uint64) ([]Lock, error) {
	t, err := traceOf(dir, target)
	if err != nil {
		return nil, err
	}
	p := newProcess(context.Background(), t, target, &Executables{})
	l := newFinalOps()
	for i := range p.objects.Events {
		if e := &p.objects.Events[i]; e.Seq <= seq {
			l.add(e)
		}
	}
	locks := map[uint64]*Lock{}
	at := func(e *trace.Event) *Lock {
		if locks[e.Obj] == nil {
			locks[e.Obj] = &Lock{Instance: e.Obj, Class: p.names.class(p.objects, p.trace, e.Obj)}
		}
		return locks[e.Obj]
	}
	for _, g := range slices.Sorted(maps.Keys(l.held)) {
		for _, e := range l.held[g] {
			lock := at(&e)
			lock.Holders = append(lock.Holders, LockUser{g, p.eventPlace(e)})
		}
	}
	for _, g := range l.order {
		if e := l.blocked[g]; e != nil && (e.Op == trace.OpRequest || e.Op == trace.OpRRequest) {
			lock := at(e)
			lock.Waiters = append(lock.Waiters, LockUser{g, p.eventPlace(*e)})
		}
	}
	var list []Lock
	for _, id := range slices.Sorted(maps.Keys(locks)) {
		list = append(list, *locks[id])
	}
	return list, nil
}

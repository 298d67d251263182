package typestate

import (
	"encoding/binary"
	"slices"

	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/typestate/lattice"
)

// Most objects of a type are used alike: a server has a million connections and ten ways
// to use one. Everything that is asked of a recording has the same answer for two
// objects whose calls are the same by goroutine, call site and outcome, in the same order and the
// same happens-before order, with the same locks in common. So when the last call on an
// object is over it is compared with those that came before it. If such an object was
// used alike it stands for both, with their number, and the calls are forgotten.
//
// Goroutines are the same when they have the same abstraction. A goroutine that is
// started for each object has one of its own each time; of objects that differ in nothing
// but that, maxAlike are kept and the others counted.

const (
	// maxAlike is how many objects are kept that are used alike by different goroutines.
	maxAlike = 16

	// maxFolded is the number of calls up to which objects are compared.
	maxFolded = 256

	// MaxHeld is how many calls are held at most. When there are so many, those on
	// objects that had none before are left out: see Recording.Omitted.
	MaxHeld = 1 << 20
)

// folds is the objects that stand for others, by how they were used.
type folds struct {
	exact map[string]uint64
	loose map[string][]uint64
}

func newFolds() folds { return folds{map[string]uint64{}, map[string][]uint64{}} }

// finish is told that no further call on an object comes, and all are over.
func (r *Reader) finish(object uint64) {
	calls := r.rec.objects[object]
	delete(r.pairs.latest, object)
	for _, c := range calls {
		delete(r.rec.counts, place{object, c.Site, c.abs})
		delete(r.waits.calls, caller{object, c.point.Number})
	}
	if len(calls) == 0 || len(calls) > maxFolded {
		return
	}
	loose := shape(calls)
	exact := loose + whose(calls)
	if first, ok := r.folds.exact[exact]; ok {
		r.rec.fold(object, first)
		if r.rec.objects[first] == nil {
			r.folds.rename(exact, loose, first, object)
		}
		return
	}
	if alike := r.folds.loose[loose]; len(alike) == maxAlike {
		r.rec.drop(object, alike[0])
		r.rec.Others++
		return
	}
	r.folds.exact[exact] = object
	r.folds.loose[loose] = append(r.folds.loose[loose], object)
}

// rename makes an object stand for the calls of another one.
func (f *folds) rename(exact, loose string, from, to uint64) {
	f.exact[exact] = to
	list := f.loose[loose]
	list[slices.Index(list, from)] = to
}

// fold lets the object that was called first stand for both.
func (r *Recording) fold(object, first uint64) {
	if r.objects[object][0].Seq < r.objects[first][0].Seq {
		object, first = first, object
	}
	r.drop(object, first)
}

// drop forgets the calls of an object that another one stands for.
func (r *Recording) drop(object, first uint64) {
	r.held -= len(r.objects[object])
	delete(r.objects, object)
	r.alike[first] += 1 + r.alike[object]
	delete(r.alike, object)
}

// shape is everything that the answers to all questions depend on but the goroutines'
// abstractions, as bytes.
func shape(calls []*Call) string {
	b := append([]byte(calls[0].Type), 0)
	index := map[*Call]int{}
	locks, sections := map[uint64]int{}, map[uint64]int{}
	soft, hard := events(calls, Soft, false), events(calls, Hard, false)
	for i, c := range calls {
		index[c] = i
		b = binary.AppendUvarint(b, uint64(soft[i].Thread))
		b = binary.AppendUvarint(b, uint64(c.Site))
		b = append(b, byte(c.Outcome))
		b = append(append(append(append(b, c.Err...), 0), c.Test...), 0)
		b = appendEpochs(appendEpochs(b, soft[i].Epochs), hard[i].Epochs)
		b = binary.AppendUvarint(b, uint64(len(c.point.Held)))
		for _, h := range c.point.Held {
			b = appendHolding(b, h, locks, sections)
		}
		for _, by := range c.waitsFor {
			if j, ok := index[by]; ok {
				b = binary.AppendUvarint(b, uint64(j)+1)
			}
		}
		b = append(b, 0)
	}
	return string(b)
}

func appendEpochs(b []byte, epochs []lattice.Epoch) []byte {
	b = binary.AppendUvarint(b, uint64(len(epochs)))
	for _, n := range epochs {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(n.Thread)), uint64(n.Events))
	}
	return b
}

// appendHolding writes a lock and a critical section by when they first came up.
func appendHolding(b []byte, h lockgraph.Holding, locks, sections map[uint64]int) []byte {
	for _, known := range []struct {
		of map[uint64]int
		id uint64
	}{{locks, h.Lock}, {sections, h.Section}} {
		n, ok := known.of[known.id]
		if !ok {
			n = len(known.of)
			known.of[known.id] = n
		}
		b = binary.AppendUvarint(b, uint64(n))
	}
	return append(b, byte(h.Mode))
}

// whose is the abstractions of the goroutines, and the parts of the calls that count with them.
func whose(calls []*Call) string {
	var b []byte
	for _, c := range calls {
		b = binary.LittleEndian.AppendUint64(b, c.abs)
		b = binary.AppendUvarint(b, uint64(c.count))
	}
	return string(b)
}

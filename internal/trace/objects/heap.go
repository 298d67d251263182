package objects

import (
	"maps"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An allocation is a piece of memory that contains locks.
type allocation struct {
	index int // of its OpAlloc
	base  uint64
	size  uint64
	typ   *trace.Type // of its elements, or nil
	dead  bool        // a newer one took some of its memory
}

func (a *allocation) end() uint64 {
	if end := a.base + a.size; end >= a.base {
		return end
	}
	return 1<<64 - 1
}

// A heap is which allocation covers an address. It knows beforehand which
// addresses will be asked for, so that neither a tree nor the size of an
// allocation is needed: each of these addresses has a slot, in order.
//
// Bases of allocations have slots, too: two allocations overlap exactly when
// one contains the base of the other, so that overlaps are never missed.
type heap struct {
	addrs []uint64
	slots []*allocation // that covers the address, may be dead
}

func newHeap(known *Addresses) *heap {
	addrs := slices.Sorted(maps.Keys(known.asked))
	return &heap{addrs: addrs, slots: make([]*allocation, len(addrs))}
}

// cover makes a the newest allocation and returns the addresses whose objects
// are dead: those in a, and those in allocations that a overlaps. The result is valid
// until the next call.
func (h *heap) cover(a allocation) []uint64 {
	first, last := h.within(a.base, a.end())
	var dead []uint64
	for _, old := range h.slots[first:last] {
		if old != nil && !old.dead {
			old.dead = true
			dead = append(dead, h.inside(old)...)
		}
	}
	for i := first; i < last; i++ {
		h.slots[i] = &a
	}
	if dead == nil {
		return h.addrs[first:last]
	}
	return append(dead, h.addrs[first:last]...)
}

// inside is the addresses that old covers still.
func (h *heap) inside(old *allocation) []uint64 {
	var addrs []uint64
	first, last := h.within(old.base, old.end())
	for i := first; i < last; i++ {
		if h.slots[i] == old {
			addrs = append(addrs, h.addrs[i])
		}
	}
	return addrs
}

// within is the range of slots from base up to, without, end.
func (h *heap) within(base, end uint64) (first, last int) {
	first, _ = slices.BinarySearch(h.addrs, base)
	last, _ = slices.BinarySearch(h.addrs, end)
	return first, max(first, last)
}

// at is the living allocation that covers addr, or nil.
func (h *heap) at(addr uint64) *allocation {
	i, ok := slices.BinarySearch(h.addrs, addr)
	if !ok || h.slots[i] == nil || h.slots[i].dead {
		return nil
	}
	return h.slots[i]
}

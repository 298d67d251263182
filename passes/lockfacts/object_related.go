package lockfacts

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Objects of one type often hold each other, as a parent its children and a child its parent, or
// the elements of a list their neighbours. Where a lock is in an object that a field of the other one
// holds, the edge tells the field, and which of the two is held:
//
//	c.mu.Lock(); c.parent.mu.Lock()                          to .parent
//	p := c.parent; p.mu.Lock(); c.mu.Lock()                  from .parent
//	for _, c := range p.children { c.mu.Lock() } // with p   to .children
//
// This is known of the objects, however far from the function's own they are.

// Directions of a step.
const (
	stepTo   = "to "
	stepFrom = "from "
)

// stepBetween returns the field by which one lock of a class is reached from another one, with the direction, or "".
func stepBetween(held, wanted syncop.AccessPath) string {
	if field := fieldBetween(held, wanted); field != "" {
		return stepTo + field
	}
	if field := fieldBetween(wanted, held); field != "" {
		return stepFrom + field
	}
	return ""
}

// fieldBetween returns the field of the object with one lock that holds, itself or in a list or a map, the object with the
// other one.
func fieldBetween(upper, lower syncop.AccessPath) string {
	if !upper.Known() || upper.Root != lower.Root {
		return ""
	}
	for end := len(upper.Path); ; {
		end = strings.LastIndexByte(upper.Path[:end], '.')
		if end < 0 {
			return ""
		}
		lock := upper.Path[end:]
		path, isLock := strings.CutSuffix(lower.Path, lock)
		if !isLock || strings.ContainsAny(lock, "[>") {
			return ""
		}
		if !strings.HasPrefix(path, upper.Path[:end]) || !strings.HasSuffix(path, "->") {
			continue
		}
		owner, field, ok := ownerOf(syncop.AccessPath{Root: lower.Root, Path: path})
		if ok && owner.Path == upper.Path[:end] {
			return field
		}
	}
}

// Opposite reports whether two steps are one in the two directions. Both use the same field, or the field of one leads back
// to the object that has the field of the other. A step is its own opposite where two objects point to each other by one field.
func (r *Result) Opposite(a, b string) bool {
	toA, fieldA := cutStep(a)
	toB, fieldB := cutStep(b)
	if fieldA == fieldB {
		return toA != toB || r.owners[mutual+fieldA+" "+fieldA] == selfOnly
	}
	return toA == toB && slices.ContainsFunc([]string{fieldA + " " + fieldB, fieldB + " " + fieldA}, func(pair string) bool {
		return r.owners[pair] == selfOnly
	})
}

func cutStep(step string) (to bool, field string) {
	if field, to = strings.CutPrefix(step, stepTo); to {
		return true, field
	}
	return false, strings.TrimPrefix(step, stepFrom)
}

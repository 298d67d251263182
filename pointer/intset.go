package pointer

import "math/bits"

// An intset is a set of small integers: words of 64 bits, without those that are zero,
// ordered. It suits points-to sets, which are sparse and clustered: the cells of one
// object are neighbours.
type intset struct {
	keys  []int32 // word number, ascending
	words []uint64
}

func (s *intset) empty() bool { return len(s.keys) == 0 }

// find returns the position of the word with the given number, or where it
// would have to be inserted.
func (s *intset) find(key int32) (int, bool) {
	lo, hi := 0, len(s.keys)
	if hi > 0 && s.keys[hi-1] < key { // appended in order, mostly
		return hi, false
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s.keys[mid] < key {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(s.keys) && s.keys[lo] == key
}

// add inserts x and reports whether it was missing.
func (s *intset) add(x int32) bool {
	i, ok := s.find(x >> 6)
	bit := uint64(1) << (x & 63)
	if ok {
		missing := s.words[i]&bit == 0
		s.words[i] |= bit
		return missing
	}
	s.keys = append(s.keys, 0)
	s.words = append(s.words, 0)
	copy(s.keys[i+1:], s.keys[i:])
	copy(s.words[i+1:], s.words[i:])
	s.keys[i], s.words[i] = x>>6, bit
	return true
}

// addAll inserts the elements of t and puts those that were missing into
// delta as well. It reports whether there was any. Linear in both sets.
func (s *intset) addAll(t, delta *intset) bool {
	fresh := s.missing(t)
	if fresh.empty() {
		return false
	}
	s.merge(&fresh)
	if delta != nil {
		delta.merge(&fresh)
	}
	return true
}

// missing returns the elements of t that s lacks.
func (s *intset) missing(t *intset) intset {
	var out intset
	i := 0
	for j, key := range t.keys {
		for i < len(s.keys) && s.keys[i] < key {
			i++
		}
		w := t.words[j]
		if i < len(s.keys) && s.keys[i] == key {
			w &^= s.words[i]
		}
		if w != 0 {
			out.keys = append(out.keys, key)
			out.words = append(out.words, w)
		}
	}
	return out
}

// merge inserts the elements of t, from the back and in place.
func (s *intset) merge(t *intset) {
	added := 0
	for i, j := 0, 0; j < len(t.keys); j++ {
		for i < len(s.keys) && s.keys[i] < t.keys[j] {
			i++
		}
		if i == len(s.keys) || s.keys[i] != t.keys[j] {
			added++
		}
	}
	i, j := len(s.keys)-1, len(t.keys)-1
	for range added {
		s.keys = append(s.keys, 0)
		s.words = append(s.words, 0)
	}
	for k := len(s.keys) - 1; j >= 0; k-- {
		switch {
		case i < 0 || s.keys[i] < t.keys[j]:
			s.keys[k], s.words[k] = t.keys[j], t.words[j]
			j--
		case s.keys[i] > t.keys[j]:
			s.keys[k], s.words[k] = s.keys[i], s.words[i]
			i--
		default:
			s.keys[k], s.words[k] = s.keys[i], s.words[i]|t.words[j]
			i--
			j--
		}
	}
}

// equal reports whether both sets have the same elements.
func (s *intset) equal(t *intset) bool {
	if len(s.keys) != len(t.keys) {
		return false
	}
	for i, key := range s.keys {
		if key != t.keys[i] || s.words[i] != t.words[i] {
			return false
		}
	}
	return true
}

// all calls yield with the elements in ascending order.
func (s *intset) all(yield func(int32) bool) {
	for i, w := range s.words {
		for base := s.keys[i] << 6; w != 0; w &= w - 1 {
			if !yield(base + int32(bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

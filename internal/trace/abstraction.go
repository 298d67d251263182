package trace

import "github.com/deadlocklint/deadlocklint/internal/trace/form"

// An Abstraction is an identity of a goroutine or object that is the same in
// the next run (thesis, section 7.3). Its values are small numbers in plans
// and the Aux of OpAbs.
type Abstraction uint8

// The abstractions.
const (
	AbsTrivial   Abstraction = iota // every object is the same
	AbsSite                         // the allocation site
	AbsIndex                        // light-weight execution index (7.3.2): the default
	AbsReceivers                    // k-object-sensitivity (7.3.1), by receiver types
)

// AbsMain are the abstractions of the goroutine that runs main, number 1.
var AbsMain = [4]uint64{0, 1, 1, 1}

// DeriveG returns the abstractions, by Abstraction, of the goroutine that an OpGo creates.
// The argument creator has the abstractions of the creating goroutine. The places of the stack
// are in at, and count is the Aux of the OpGo. The recorder leaves out an OpAbs that DeriveG gives. ok is
// false when the abstractions cannot be derived; then OpAbs follow.
func DeriveG(creator [4]uint64, at [3]uint64, count uint16) (abs [4]uint64, ok bool) {
	return derive(creator, at, at[0], count)
}

// DeriveObject is the same for the object of an OpAlloc. Its index includes the
// chain of frames, since many objects share a site.
func DeriveObject(creator [4]uint64, at [3]uint64, count uint16) (abs [4]uint64, ok bool) {
	return derive(creator, at, at[1], count)
}

func derive(creator [4]uint64, at [3]uint64, index uint64, count uint16) ([4]uint64, bool) {
	if at[0] == 0 || count == 0 || count == MaxAux {
		return [4]uint64{}, false
	}
	return [4]uint64{AbsSite: at[0], AbsIndex: form.Mix(form.Mix(creator[AbsIndex], index), uint64(count)) | 1, AbsReceivers: at[2]}, true
}

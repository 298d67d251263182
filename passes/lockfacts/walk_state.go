package lockfacts

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/guard"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A state is the knowledge at a point of a function on the paths that lead
// there in the same way.
type state struct {
	held     []HeldLock // oldest first
	released []Released
	conds    []Condition
	defers   []*ssa.Defer
	tries    []try     // TryLock calls whose result has not been tested yet
	done     []string  // locks acquired here and released again, where that matters
	raised   []string  // WaitGroups that were added to here, by node
	handed   []string  // locks that another function was given to release
	jump     string    // see jumps
	flags    []flagSet // that were set, see ended
	refused  string    // by which fields, see refuses
	blind    bool      // known conditions were dropped: the path may not exist
}

// A try is a TryLock.
type try struct {
	result ssa.Value
	lock   HeldLock
}

// clone returns a state of its own. The lists are shared, so a change of an element
// makes a copy first.
func (s *state) clone() *state {
	return &state{
		held: slices.Clip(s.held), released: slices.Clip(s.released), conds: slices.Clip(s.conds),
		defers: slices.Clip(s.defers), tries: slices.Clip(s.tries), done: slices.Clip(s.done), raised: slices.Clip(s.raised), handed: slices.Clip(s.handed), flags: slices.Clip(s.flags), jump: s.jump, refused: s.refused, blind: s.blind,
	}
}

// key tells states apart.
func (s *state) key() string { return string(s.appendKey(nil)) }

// appendKey appends what tells states apart.
func (s *state) appendKey(b []byte) []byte {
	for _, h := range s.held {
		b = append(appendPath(append(b, '+'), h.Lock), mode(h.Read)...)
	}
	for _, u := range s.released {
		b = append(append(append(append(b, '-'), u.Lock.Root...), u.Lock.Path...), mode(u.Read)...)
	}
	b = appendConds(b, s.conds)
	for _, d := range s.defers {
		b = strconv.AppendInt(append(b, 'd'), int64(d.Pos()), 10)
	}
	for _, t := range s.tries {
		b = append(append(b, 't'), t.result.Name()...)
	}
	for _, d := range s.done {
		b = append(append(b, 'x'), d...)
	}
	for _, r := range s.raised {
		b = append(append(b, 'w'), r...)
	}
	for _, h := range s.handed {
		b = append(append(b, 'h'), h...)
	}
	for _, f := range s.flags {
		b = append(append(append(b, 'f'), f.object.String()...), f.sel...)
	}
	b = append(append(b, '~'), s.refused...)
	return append(append(b, 'j'), s.jump...)
}

// set records a condition. It reports false when the opposite is known.
func (s *state) set(c Condition) bool {
	for _, k := range s.conds {
		if k.sameSubject(c) {
			return k.Val == c.Val
		}
	}
	i, _ := slices.BinarySearchFunc(s.conds, c, compareConds)
	s.conds = slices.Insert(slices.Clip(s.conds), i, c)
	return true
}

func compareConds(a, b Condition) int {
	if n := int(a.Kind) - int(b.Kind); n != 0 {
		return n
	}
	if n := strings.Compare(a.Path, b.Path); n != 0 {
		return n
	}
	return strings.Compare(a.Const, b.Const)
}

// know returns what is known about the subject of a condition.
func (s *state) know(c Condition) (val, ok bool) {
	for _, k := range s.conds {
		if k.sameSubject(c) {
			return k.Val, true
		}
	}
	if s.tells(c) {
		return false, true
	}
	t, ok := c.test()
	if !ok || c.Kind == CondTrue {
		return false, false
	}
	v := guard.Value{}
	for _, k := range s.conds {
		if also, ok := k.test(); ok && k.Path == c.Path {
			v = v.Assume(also, k.Val)
		}
	}
	return v.Ask(t)
}

// tells reports whether a value is known to equal a constant that excludes a condition: another constant, or nil.
func (s *state) tells(c Condition) bool {
	if c.Kind != CondEqual && c.Kind != CondNil {
		return false
	}
	return slices.ContainsFunc(s.conds, func(k Condition) bool {
		switch {
		case k.Path != c.Path || !k.Val:
			return false
		case k.Kind == CondEqual && isConstant(k.Const):
			return c.Kind == CondNil || isConstant(c.Const)
		}
		return k.Kind == CondNil && isConstant(c.Const)
	})
}

// Excludes reports whether two conditions about one value cannot both hold.
func (c Condition) Excludes(d Condition) bool {
	d.Path = c.Path
	s := state{conds: []Condition{c}}
	val, known := s.know(d)
	return known && val != d.Val
}

// forget drops the conditions about a value.
func (s *state) forget(path string) {
	s.conds = dropped(s.conds, func(c Condition) bool { return c.Path == path })
}

// find returns the index of the held lock that an operation on an access path is about:
// the same object, else one of the class that could be it.
func (s *state) find(path syncop.AccessPath, read bool) int {
	match := func(ok func(HeldLock) bool) int {
		for i := len(s.held) - 1; i >= 0; i-- {
			if ok(s.held[i]) {
				return i
			}
		}
		return -1
	}
	if i := match(func(h HeldLock) bool { return h.Lock.Same(path) && h.Read == read }); i >= 0 {
		return i
	}
	if i := match(func(h HeldLock) bool { return h.Lock.Same(path) }); i >= 0 {
		return i
	}
	node := path.Node()
	return match(func(h HeldLock) bool {
		// A lock of the class without a known place is none of the locks that
		// have a name here.
		vague := !isStable(h.Lock) || !isStable(path) && path.Known()
		return vague && h.Read == read && h.Lock.Node() == node
	})
}

// certainly is the held lock that a release is about, in any mode, or nil where it is not known to be that one.
func (s *state) certainly(u Released) *HeldLock {
	i := s.find(u.Lock, u.Read)
	if s.blind || i < 0 || !s.held[i].Lock.Same(u.Lock) {
		return nil
	}
	return &s.held[i]
}

// isStable reports whether the access path is named by parameters and globals only,
// so that two of them are the same object only when they are equal.
func isStable(p syncop.AccessPath) bool {
	return p.Known() && p.Root[0] != 'L' && !strings.Contains(p.Path, "[t") && !strings.Contains(p.Path, syncop.AnyIndex)
}

// release removes a lock, or notes that one of the caller is released.
func (s *state) release(u Released) {
	if i := s.find(u.Lock, u.Read); i >= 0 {
		s.held = slices.Delete(slices.Clone(s.held), i, i+1)
		return
	}
	count := 0
	for _, v := range s.released {
		if v.Lock == u.Lock && v.Read == u.Read {
			count++
		}
	}
	if len(s.released) < maxReleased && (count == 0 || count == 1 && u.Lock.Known() && !u.Once) { // a field may hold another object the second time
		s.released = append(s.released, u)
	}
}

// releaseSome drops all locks of a class without a known place, when another function
// releases some of them.
func (s *state) releaseSome(u Released) {
	if u.Lock.Known() {
		return
	}
	node := u.Lock.Node()
	s.held = slices.DeleteFunc(slices.Clone(s.held), func(h HeldLock) bool {
		return !h.Lock.Known() && h.Read == u.Read && h.Lock.Node() == node
	})
}

// acquire adds a lock, or takes back a lock that was released for the caller.
func (s *state) acquire(h HeldLock) {
	for i := len(s.released) - 1; i >= 0; i-- {
		if s.released[i].Lock.Same(h.Lock) && s.released[i].Read == h.Read {
			s.released = slices.Delete(slices.Clone(s.released), i, i+1)
			return
		}
	}
	count := 0
	for _, o := range s.held {
		if o.Lock.Same(h.Lock) || o.Lock == h.Lock {
			count++
		}
	}
	if count < 2 { // a loop that acquires and never releases
		s.held = append(s.held, h)
	}
}

// without returns the held locks that are not among those released. A lock of
// unknown whereabouts that is released may be any of its class.
func without(held []HeldLock, released []Released) []HeldLock {
	if len(released) == 0 {
		return held
	}
	return slices.DeleteFunc(slices.Clone(held), func(h HeldLock) bool {
		return slices.ContainsFunc(released, func(u Released) bool {
			return u.Lock.Same(h.Lock) || !u.Lock.Known() && u.Read == h.Read && u.Lock.Node() == h.Lock.Node()
		})
	})
}

// heldAs is a lock by the name by which it is held, where that is another name of one object.
func (w *walker) heldAs(s *state, p syncop.AccessPath, at ssa.Instruction) syncop.AccessPath {
	if strings.Contains(p.Path, "[") && s.find(p, false) < 0 {
		for _, h := range s.held {
			if w.sameObject(h.Lock, p, at) {
				return h.Lock
			}
		}
	}
	return p
}

// asksForNone reports whether a condition is that a number is 0 or a string empty. By such an argument callers say
// that there is none (SetTimeout(0)), as by nil. The constants of a switch are too many to be told apart.
func (c Condition) asksForNone() bool {
	return c.Kind == CondEqual && (strings.HasPrefix(c.Const, "0:") || strings.HasPrefix(c.Const, `"":`))
}

// A struct may get another value as a whole, with the locks in it:
//
//	s.mu.Lock()
//	*s = S{}
//	s.mu.Lock() // does not wait
//
// After that, nothing is claimed to be held of these locks. The value may be a copy with the lock held, so nothing is
// claimed to be released either.

// overwrites reports whether a store gives a struct, or an array of them, another value.
func overwrites(in *ssa.Store) bool {
	return syncop.HasVariableParts(in.Val.Type()) && !syncop.Initialises(in)
}

// overwrite drops the held locks that are part of the object at an access path.
func (s *state) overwrite(p syncop.AccessPath) {
	if !p.Known() {
		return
	}
	s.held = dropped(s.held, func(h HeldLock) bool {
		rest, below := strings.CutPrefix(h.Lock.Path, p.Path)
		return below && h.Lock.Root == p.Root && (rest == "" || rest[0] == '.' || rest[0] == '[') && !strings.Contains(rest, "->")
	})
}

// passesNumbers drops the locks in objects whose addresses a call is given as numbers.
func (w *walker) passesNumbers(s *state, call *ssa.CallCommon) {
	if len(s.held) == 0 {
		return
	}
	for _, object := range addressed(w.fn, w.frame, call) {
		for _, h := range slices.Clone(s.held) {
			if h.Lock.Root == object.Root && strings.HasPrefix(h.Lock.Path, object.Path) {
				w.drop(s, h.Lock, h.Read)
			}
		}
	}
}

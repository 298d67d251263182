package point

// maxTouches is how many objects are kept of one step. A step that touches more counts as
// dependent on every other one.
const maxTouches = 8

// A Touch is the effect of a step on one object.
type Touch struct {
	Object uint32 // number of the object in this run, 0 when the object is not known
	Op     uint8  // a trace.Op as a number, OpYield, OpClock or OpWrote
	Arg    int16  // of OpCount and OpQueue
}

// Operations that a trace does not have.
const (
	OpQueue = 248 // a send or a receive of a channel with a buffer, after that: Arg is how much it holds
	OpStore = 249 // an atomic store, after the load that the point of each atomic tells
	OpCount = 250 // WaitGroup.Add, after that: Arg is the delta
	OpTry   = 251 // TryLock, after the Lock that its point tells
	OpClock = 252 // reading the virtual clock, which moves it
	OpYield = 254 // runtime.Gosched
	OpWrote = 255 // any that changes its object
)

// A Value is the content of a touched word before the step and after it. It is not known for
// pointers.
type Value struct {
	Before, Behind uint64
	Known          bool
}

// Objects beyond the numbers of objects. A step of another run may be about an object that had
// no number when the runs parted. Its object is newObject plus the last number given by then.
const (
	newObject   = 1 << 30
	ClockObject = 1 << 31
)

// same reports whether two numbers may be of one object.
func same(a, b uint32) bool { return a == b || mayBe(a, b) || mayBe(b, a) }

func mayBe(a, b uint32) bool {
	return a == 0 || a >= newObject && a < ClockObject && b != ClockObject && b > a-newObject
}

// Leave makes a footprint one of a run that went on otherwise from a point with so many objects.
func (f *Footprint) Leave(known uint32) {
	for i := range f.List[:f.N] {
		if o := &f.List[i].Object; *o > known && *o < newObject {
			*o = newObject + known
		}
	}
}

// A Footprint is all that a step has touched, from one point to the next.
type Footprint struct {
	N    uint8
	All  bool // more than is known
	List [maxTouches]Touch
}

// Set makes a footprint of the touches that the engine tells.
func (f *Footprint) Set(touched []Touch) {
	f.N, f.All = 0, false
	for _, t := range touched {
		f.Add(t)
	}
}

// Add adds the effect on one object.
func (f *Footprint) Add(t Touch) {
	if t.Op == OpQueue { // the operation before it depends on as much
		return
	}
	for i := range f.List[:f.N] {
		if f.List[i] == t {
			return
		}
	}
	if f.N == maxTouches {
		f.All = true
		return
	}
	f.List[f.N] = t
	f.N++
}

// Meets reports whether two steps have an object in common.
func (f *Footprint) Meets(o *Footprint) bool {
	for i := range f.List[:f.N] {
		for j := range o.List[:o.N] {
			if same(f.List[i].Object, o.List[j].Object) {
				return true
			}
		}
	}
	return f.All || o.All
}

// Dependent reports whether two steps of different goroutines may not commute.
func (f *Footprint) Dependent(o *Footprint) bool {
	if f.All || o.All {
		return true
	}
	for i := range f.List[:f.N] {
		for j := range o.List[:o.N] {
			if Dependent(f.List[i], o.List[j]) {
				return true
			}
		}
	}
	return false
}

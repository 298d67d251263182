package predict

import (
	"cmp"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

// A BlockStep is an operation of a block, or the foreign one.
type BlockStep struct {
	Place
	Calls []trace.Frame   // innermost first, the place is the first of them
	Point boundary.Letter // letter of the operation, as a run that is forced knows it
	Sites []uint64        // of the operation, and
	Paths []uint64        // of its calls: trace.Trace.Places
}

// A Block is two steps of one goroutine, and one of another goroutine that can come in
// between. There is one for each three places.
type Block struct {
	Kind                racegraph.BlockKind
	Class               string // of the lock, variable or channel, "" when it has no name
	Func                string // the call that both steps are in
	Begin, End, Foreign BlockStep
	Beside              *BlockStep // see racegraph.Block
	depth               int
}

// inCall reports whether operations with two stacks may be of one call of a function of the
// user, the first one before the second by its line.
func (p *process) inCall(first, second trace.StackID) bool {
	_, _, ok := p.callOf(first, second)
	return ok
}

// isSamePlace reports whether two stacks are of one place in the source.
func (p *process) isSamePlace(a, b trace.StackID) bool {
	return a == b || p.trace.Places[a][0] == p.trace.Places[b][0]
}

// callOf names the innermost function that both stacks are in by one call, and how many calls
// are in it.
func (p *process) callOf(first, second trace.StackID) (fn string, depth int, ok bool) {
	a, b := p.trace.Stacks[first], p.trace.Stacks[second]
	i, j := len(a)-1, len(b)-1
	for i >= 0 && j >= 0 && a[i] == b[j] {
		i, j = i-1, j-1
	}
	switch {
	case i < 0 && j < 0 && first != second:
		fn = innermost(a) // two operations in one line
		return fn, 0, fn != ""
	case i < 0 || j < 0:
		return "", 0, false
	case a[i].Func == b[j].Func && a[i].Line <= b[j].Line:
		fn = a[i].Func
	case a[i].Func != b[j].Func && i+1 < len(a):
		fn = a[i+1].Func // two calls in one line
	}
	return fn, i + j, fn != "" && !stdlib.Has(fn)
}

// innermost is the innermost function of some calls that is outside of the standard library, or "".
func innermost(calls []trace.Frame) string {
	for _, f := range calls {
		if !stdlib.Has(f.Func) {
			return f.Func
		}
	}
	return ""
}

// compare puts blocks of one object first, and then those whose steps are near each other: more
// calls in between make it less likely that a block is meant to be atomic.
func (b *Block) compare(o *Block) int {
	mixed := racegraph.BlockMixed
	if b.Kind != mixed || o.Kind != mixed {
		return compareBool(b.Kind != mixed, o.Kind != mixed)
	}
	return cmp.Compare(b.depth, o.depth)
}

// addBlock enters a block, or its sites into that of the same three places.
func (r *RacePrediction) addBlock(b *Block) {
	if b.Begin.Frame.Func == "" || b.End.Frame.Func == "" || b.Foreign.Frame.Func == "" {
		return
	}
	for _, known := range r.Blocks {
		to, from := known.steps(), b.steps()
		if !known.Same(b) {
			continue
		}
		for i := range to {
			to[i].Sites, to[i].Paths = union(to[i].Sites, from[i].Sites), union(to[i].Paths, from[i].Paths)
		}
		return
	}
	r.Blocks = append(r.Blocks, b)
}

// Same reports whether two blocks are at the same three places.
func (b *Block) Same(o *Block) bool {
	return b.Kind == o.Kind && b.Begin.Frame == o.Begin.Frame && b.End.Frame == o.End.Frame && b.Foreign.Frame == o.Foreign.Frame
}

func (b *Block) steps() [3]*BlockStep { return [3]*BlockStep{&b.Begin, &b.End, &b.Foreign} }

func union(a, b []uint64) []uint64 {
	a = append(a, b...)
	slices.Sort(a)
	return slices.Compact(a)
}

// block names a block.
func (p *process) block(found racegraph.Block) *Block {
	b := &Block{Kind: found.Kind, Begin: p.blockStep(found.Object, &found.Begin), End: p.blockStep(found.Object, &found.End), Foreign: p.blockStep(found.Object, &found.Foreign)}
	fn, depth, _ := p.callOf(found.Begin.Stack, found.End.Stack)
	b.depth = depth
	if found.Beside != nil {
		beside := p.blockStep(found.Object, found.Beside)
		b.Beside = &beside
		_, depth, _ = p.callOf(found.Beside.Stack, found.Foreign.Stack)
		b.depth += depth
	}
	b.Func = p.names.fn(fn)
	b.Class = p.classAt(found.Object, found.End.Op)
	if found.Kind == racegraph.BlockChannel {
		b.Class = p.names.class(p.objects, p.trace, found.Object)
	}
	return b
}

// classAt names the object of an operation, "" when it has no name: an atomic variable by its
// address.
func (p *process) classAt(object uint64, op trace.Op) string {
	if op != trace.OpAccess {
		return p.names.class(p.objects, p.trace, object)
	}
	if p.names.bin != nil {
		if name, _, ok := p.names.bin.Global(object); ok {
			return p.names.fn(name)
		}
	}
	return ""
}

func (p *process) blockStep(object uint64, s *racegraph.Step) BlockStep {
	to := BlockStep{}
	to.Op, to.Point = p.operation(s)
	if l := p.locks[object]; l != nil && s.Op == trace.OpLock {
		to.Op, to.Point = p.operation(&racegraph.Step{Op: l.acquire()})
	}
	for i, f := range p.calls(s.Stack) {
		if !stdlib.Has(f.Func) {
			to.Calls = slices.Clone(p.calls(s.Stack)[i:])
			break
		}
	}
	for i := range to.Calls {
		to.Calls[i].Func = p.names.fn(to.Calls[i].Func)
	}
	if len(to.Calls) > 0 {
		to.Frame = to.Calls[0]
	}
	if at := p.trace.Places[s.Stack]; at[0] != 0 {
		to.Sites, to.Paths = []uint64{at[0]}, []uint64{at[1]}
	}
	return to
}

// operation names an operation, and has its letter.
func (p *process) operation(s *racegraph.Step) (name string, letter boundary.Letter) {
	switch s.Op {
	case trace.OpLock:
		return "lock", boundary.LetterLock
	case trace.OpRLock:
		return "rlock", boundary.LetterRLock
	case trace.OpSend:
		return "send", boundary.LetterSend
	case trace.OpRecv:
		return "receive", boundary.LetterReceive
	case trace.OpClose:
		return "close", boundary.LetterClose
	case trace.OpWait:
		return "wait", boundary.LetterWait
	case trace.OpSignal:
		return "signal", boundary.LetterSignal
	case trace.OpBroadcast:
		return "broadcast", boundary.LetterBroadcast
	case trace.OpWGAdd:
		return "Add", boundary.LetterWGAdd
	case trace.OpWGWait:
		return "Wait", boundary.LetterWGWait
	}
	fn := p.library(s.Stack)
	if strings.HasPrefix(fn, "runtime.") || fn == "" {
		return "len", boundary.LetterMap
	}
	name = fn[strings.LastIndexByte(fn, '.')+1:]
	switch {
	case strings.HasPrefix(fn, "sync.(*Map)."):
		return name, kindLetter(name, [3]boundary.Letter{boundary.LetterMapLoad, boundary.LetterMapPut, boundary.LetterMapSwap})
	case strings.HasPrefix(fn, "sync/atomic.(*Value)."):
		return name, boundary.LetterAtomic // made of several operations
	}
	return name, kindLetter(name, [3]boundary.Letter{boundary.LetterAtomicLoad, boundary.LetterAtomicPut, boundary.LetterAtomicSwap})
}

// kindLetter is the letter of an operation of sync/atomic or sync.Map: the first one for operations that
// only load, the second one for those that only store, and the third one for updates.
func kindLetter(name string, letters [3]boundary.Letter) boundary.Letter {
	for i, kinds := range [][]string{{"LoadOrStore", "LoadAndDelete"}, {"Load", "Range"}, {"Store", "Delete", "Clear"}} {
		if slices.ContainsFunc(kinds, func(k string) bool { return strings.HasPrefix(name, k) }) {
			return letters[(i+2)%3]
		}
	}
	return letters[2]
}

// channelAt is the channel at an address at the place of an event, 0 for none that is known.
func (p *process) channelAt(e *trace.Event, at map[uint64][]uint64) (id uint64) {
	for _, known := range at[e.Obj] {
		if in := p.objects.Instance(known); in.Kind == trace.KindChan && in.FirstSeq <= e.Seq {
			id = known
		}
	}
	return id
}

// library is the function of the standard library that the program has called, "" when
// there is none.
func (p *process) library(s trace.StackID) (fn string) {
	for _, f := range p.trace.Stacks[s] {
		if !stdlib.Has(f.Func) {
			return fn
		}
		fn = f.Func
	}
	return fn
}

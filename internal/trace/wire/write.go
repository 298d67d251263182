package wire

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// chunkRecords is the size of the chunks that Write makes.
const chunkRecords = blockRecords

// Write writes t in the binary form: the definitions in the order of their numbers,
// then the events, all in the stream of processor 0. Equal traces give equal bytes.
// Trace.Damage is not written. A value that the form cannot hold is cut to the largest
// that it can: sizes and offsets of types, lines.
func Write(w io.Writer, t *trace.Trace) error {
	if err := writable(t); err != nil {
		return err
	}
	wr := newWriter(w, t)
	wr.fileHeader()
	wr.header(t.Header)
	wr.types(t.Types)
	for _, id := range sortedKeys(t.Texts) {
		wr.text(id, t.Texts[id])
	}
	wr.stacks(t.Stacks)
	wr.places(t.Places)
	for _, e := range t.Events {
		wr.record(e)
	}
	wr.flush()
	return wr.err
}

// writable refuses what could not be read again.
func writable(t *trace.Trace) error {
	var last uint64
	for _, e := range t.Events {
		if !e.Op.IsEvent() {
			return fmt.Errorf("event %d has operation %d, which is no event", e.Seq, e.Op)
		}
		if e.Seq < last {
			return fmt.Errorf("event %d follows event %d", e.Seq, last)
		}
		last = e.Seq
	}
	for id, ty := range t.Types {
		if ty == nil {
			return fmt.Errorf("type %#x is nil", id)
		}
	}
	for k := range t.Header {
		if strings.Contains(k, "=") {
			return fmt.Errorf("the header key %q contains '='", k)
		}
	}
	return nil
}

// A writer turns definitions and events into records and chunks. After the
// first error it does nothing.
type writer struct {
	w     io.Writer
	chunk []trace.Event
	texts map[string]uint64 // numbers given to texts of definitions
	taken map[uint64]bool   // numbers that texts of events have
	next  uint64
	pcs   map[trace.Frame]uint64
	err   error
}

func newWriter(w io.Writer, t *trace.Trace) *writer {
	wr := &writer{w: w, texts: map[string]uint64{}, taken: map[uint64]bool{}, pcs: map[trace.Frame]uint64{}}
	for id := range t.Texts {
		wr.taken[id] = true
	}
	for _, e := range t.Events {
		if classes[e.Op] == classTextEvent {
			wr.taken[e.Arg] = true
		}
	}
	return wr
}

func (w *writer) fileHeader() {
	h := binary.LittleEndian.AppendUint32([]byte(trace.FileMagic), trace.Version)
	w.write(binary.LittleEndian.AppendUint32(h, 0))
}

func (w *writer) header(header map[string]string) {
	for _, k := range sortedKeys(header) {
		w.record(trace.Event{Op: trace.OpHeader, Arg: w.textID(k + "=" + header[k])})
	}
}

func (w *writer) types(types map[uint64]*trace.Type) {
	for _, id := range sortedKeys(types) {
		ty := types[id]
		w.record(trace.Event{Op: trace.OpType, Obj: id, Arg: w.textID(ty.Name), G: saturated(ty.Size)})
		for _, f := range ty.Locks {
			w.record(trace.Event{Op: trace.OpField, Obj: id, Arg: w.textID(f.Path), G: saturated(f.Offset), Aux: uint16(f.Kind)})
		}
	}
}

func (w *writer) stacks(stacks map[trace.StackID][]trace.Frame) {
	for _, id := range sortedKeys(stacks) {
		var pcs []uint64
		for _, f := range stacks[id] {
			pcs = append(pcs, w.pc(f))
		}
		if len(pcs) == 0 {
			pcs = []uint64{0} // a stack without frames is not the same as none
		}
		for i, pc := range pcs {
			e := trace.Event{Op: trace.OpStack, Obj: uint64(id), Arg: pc, Aux: uint16(min(i, trace.MaxAux))}
			if i == len(pcs)-1 {
				e.Flag = trace.FlagLast
			}
			w.record(e)
		}
	}
}

func (w *writer) places(places map[trace.StackID][3]uint64) {
	for _, id := range sortedKeys(places) {
		for kind, hash := range places[id] {
			w.record(trace.Event{Op: trace.OpStackAbs, Obj: uint64(id), Arg: hash, Aux: uint16(kind)})
		}
	}
}

// pc gives every frame a program counter of its own: the real ones, and the places
// of inlined calls, are not part of a Trace.
func (w *writer) pc(f trace.Frame) uint64 {
	if pc, ok := w.pcs[f]; ok {
		return pc
	}
	pc := uint64(len(w.pcs) + 1)
	w.pcs[f] = pc
	w.record(trace.Event{Op: trace.OpFrame, Obj: pc, Arg: w.textID(f.Func), Flag: trace.FlagLast})
	w.record(trace.Event{Op: trace.OpFrameLine, Obj: pc, Arg: w.textID(f.File), G: saturated(uint64(max(f.Line, 0)))})
	return pc
}

// textID gives a definition's text a number that no event uses, so that the
// reader can tell them apart.
func (w *writer) textID(s string) uint64 {
	if id, ok := w.texts[s]; ok {
		return id
	}
	for w.next++; w.taken[w.next]; w.next++ {
	}
	w.texts[s] = w.next
	w.text(w.next, s)
	return w.next
}

func (w *writer) text(id uint64, s string) {
	w.record(trace.Event{Op: trace.OpText, Obj: id, Arg: uint64(len(s))})
	for len(s) > 0 {
		var b [trace.RecordSize]byte
		s = s[copy(b[:], s):]
		w.record(decode(b[:]))
	}
}

func (w *writer) record(e trace.Event) {
	if w.chunk == nil {
		w.chunk = make([]trace.Event, 0, chunkRecords)
	}
	w.chunk = append(w.chunk, e)
	if len(w.chunk) == chunkRecords {
		w.flush()
	}
}

func (w *writer) flush() {
	if len(w.chunk) == 0 {
		return
	}
	var h [headerBytes]byte // p is 0
	binary.LittleEndian.PutUint32(h[:], trace.ChunkMagic)
	binary.LittleEndian.PutUint32(h[8:], uint32(len(w.chunk)*trace.RecordSize))
	toFile(w.chunk)
	binary.LittleEndian.PutUint32(h[12:], checksum(0, w.chunk))
	w.write(h[:])
	w.write(bytesOf(w.chunk))
	w.chunk = w.chunk[:0]
}

func (w *writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func saturated(n uint64) trace.G { return trace.G(min(n, math.MaxUint32)) }

func sortedKeys[K interface{ ~uint64 | ~string }, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

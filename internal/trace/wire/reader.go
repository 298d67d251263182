package wire

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/deadlocklint/deadlocklint/internal/regular"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A Reader delivers the events of a binary trace in the order of Seq, like a
// bufio.Scanner:
//
//	for r.Next() {
//		e := r.Event()
//	}
//	t := r.Tables()
//	if err := r.Err(); err != nil { ... } // everything before the damage was delivered
//
// It holds one block of records for each processor and the tables; it reads
// from the source whenever Next is called and never closes it. A Reader is for
// one goroutine.
type Reader struct {
	all    []*stream
	heap   []entry // streams that have an event, by seq and p
	opened bool    // the heap is built
	tables *tables
	damage *Damage
}

// An entry has the stream's next Seq at hand, so that the heap compares
// neighbours in memory.
type entry struct {
	seq uint64
	s   *stream
}

// NewReader indexes the chunks of a trace of size bytes. It returns an error
// when the source is no trace or has another version.
func NewReader(src io.ReaderAt, size int64) (*Reader, error) {
	if err := checkHeader(src); err != nil {
		return nil, err
	}
	spans, damage := index(src, size)
	r := &Reader{tables: newTables(), damage: damage}
	for p, s := range spans {
		r.all = append(r.all, newStream(src, p, s))
	}
	return r, nil
}

// Next moves to the next event and reports whether there is one.
func (r *Reader) Next() bool {
	if !r.opened {
		r.open()
		return len(r.heap) > 0
	}
	if len(r.heap) == 0 {
		return false
	}
	top := &r.heap[0]
	top.s.at++
	if r.advance(top.s) {
		top.seq = top.s.seq
	} else {
		r.drop()
	}
	r.down(0)
	return len(r.heap) > 0
}

// Event returns the event Next moved to. It is a copy and stays valid; before
// the first call of Next and after the last there is none, and Event panics.
func (r *Reader) Event() trace.Event { return *r.event() }

// event is in the memory of the block, which the next call of Next may reuse.
func (r *Reader) event() *trace.Event {
	s := r.heap[0].s
	return &s.have[s.at]
}

// Err returns the damage met so far, a *[Damage], or nil.
func (r *Reader) Err() error {
	if r.damage == nil {
		return nil
	}
	return r.damage
}

// Tables returns a trace without events: the header, texts, stacks and types
// read so far. It is complete once Next has returned false, and belongs to the
// caller.
func (r *Reader) Tables() *trace.Trace {
	t := r.tables.resolve()
	t.Damage = r.Err()
	return t
}

func (r *Reader) open() {
	r.opened = true
	for _, s := range r.all {
		if r.advance(s) {
			r.heap = append(r.heap, entry{s.seq, s})
		}
	}
	for i := len(r.heap)/2 - 1; i >= 0; i-- {
		r.down(i)
	}
}

// drop removes the top, whose stream has ended.
func (r *Reader) drop() {
	last := len(r.heap) - 1
	r.heap[0] = r.heap[last]
	r.heap = r.heap[:last]
}

// down restores the heap below i.
func (r *Reader) down(i int) {
	h := r.heap
	for {
		least := 2*i + 1
		if least >= len(h) {
			return
		}
		if right := least + 1; right < len(h) && before(h[right], h[least]) {
			least = right
		}
		if !before(h[least], h[i]) {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

func before(a, b entry) bool {
	return a.seq < b.seq || a.seq == b.seq && a.s.p < b.s.p
}

// advance moves to the stream's next event, unless it is at one, and takes in
// the definitions before it. It reports whether there is one.
func (r *Reader) advance(s *stream) bool {
	for {
		if s.at == len(s.have) && !r.more(s) {
			return false
		}
		e := &s.have[s.at]
		switch classes[e.Op] {
		case classTextEvent:
			r.tables.named[e.Arg] = true
			fallthrough
		case classEvent:
			if e.Seq < s.seq {
				r.damaged(s, &Damage{Offset: s.offset(), Reason: fmt.Sprintf("event %d follows event %d", e.Seq, s.seq)})
				return false
			}
			s.seq = e.Seq
			return true
		case classDefinition:
			if !r.define(s, *e) {
				return false
			}
		default:
			r.damaged(s, &Damage{Offset: s.offset(), Reason: fmt.Sprintf("unknown operation %d", e.Op)})
			return false
		}
	}
}

// more reads the stream's next block and reports whether there is one.
func (r *Reader) more(s *stream) bool {
	if d := s.fill(); d != nil {
		r.damaged(s, d)
	}
	return s.at < len(s.have)
}

// define takes the definition e off the stream.
func (r *Reader) define(s *stream, e trace.Event) bool {
	off := s.offset()
	s.at++
	if e.Op != trace.OpText {
		r.tables.define(&s.pending, e)
		return true
	}
	if recordsFor(e.Arg) > s.left() {
		r.damaged(s, &Damage{Offset: off, Reason: fmt.Sprintf("a text of %d bytes, where %d records are left", e.Arg, s.left())})
		return false
	}
	text, d := s.text(e.Arg)
	if d != nil {
		r.damaged(s, d)
		return false
	}
	r.tables.defineText(e.Obj, text)
	return true
}

// damaged ends the stream, and cuts the others at the same offset. Records that they
// delivered from after it already are in the right order, and stay.
func (r *Reader) damaged(s *stream, d *Damage) {
	s.end()
	if r.damage != nil && r.damage.Offset <= d.Offset {
		return
	}
	r.damage = d
	for _, other := range r.all {
		other.cut(d.Offset)
	}
}

// Read reads a whole binary trace of size bytes. An error means that it is no
// trace or has another version; damage further on is in Trace.Damage.
func Read(src io.ReaderAt, size int64) (*trace.Trace, error) {
	t, _, err := readUntil(context.Background(), src, size)
	return t, err
}

// lookEvery is how many events, of some 50 ns each, are read between two looks
// whether the context has ended.
const lookEvery = 1 << 14

// readUntil is Read until the context ends. It returns how many records were left
// then, definitions among them.
func readUntil(ctx context.Context, src io.ReaderAt, size int64) (t *trace.Trace, left uint64, err error) {
	r, err := NewReader(src, size)
	if err != nil {
		return nil, 0, err
	}
	var events []trace.Event
	for r.Next() {
		if len(events)%lookEvery == 0 && ctx.Err() != nil {
			left = r.records()
			break
		}
		if events == nil {
			events = make([]trace.Event, 0, r.records()+1)
		}
		events = append(events, *r.event())
	}
	t = r.Tables()
	t.Events = events
	return t, left, nil
}

// records is the number of records that are still to come.
func (r *Reader) records() (n uint64) {
	for _, s := range r.all {
		n += s.left()
	}
	return n
}

// ReadFile reads a trace in either form.
func ReadFile(path string) (*trace.Trace, error) {
	t, _, err := ReadFileContext(context.Background(), path)
	return t, err
}

// ReadFileContext is ReadFile until the context ends. Then the trace has the events up
// to some Seq, and left is the number of records after it. A trace in the text form is
// read whole.
func ReadFileContext(ctx context.Context, path string) (t *trace.Trace, left uint64, err error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	t, left, err = readFile(ctx, f)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return t, left, nil
}

// Each calls do for the events of a trace in either form, and returns the trace without
// them. Of the binary form no more than a block for each processor is held.
func Each(path string, do func(trace.Event)) (*trace.Trace, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := each(f, do)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func each(f *os.File, do func(trace.Event)) (*trace.Trace, error) {
	size, text, err := formOf(f)
	if err != nil {
		return nil, err
	}
	if text {
		t, err := ReadText(f)
		if err != nil {
			return nil, err
		}
		for _, e := range t.Events {
			do(e)
		}
		t.Events = nil
		return t, nil
	}
	r, err := NewReader(f, size)
	if err != nil {
		return nil, err
	}
	for r.Next() {
		do(*r.event())
	}
	return r.Tables(), nil
}

// formOf returns the size of a file, and whether it has the text form.
func formOf(f *os.File) (size int64, text bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, false, err
	}
	start := make([]byte, len(textMagic))
	n, _ := readFull(f, start, 0)
	return info.Size(), bytes.Equal(start[:n], []byte(textMagic)), nil
}

func readFile(ctx context.Context, f *os.File) (t *trace.Trace, left uint64, err error) {
	size, text, err := formOf(f)
	switch {
	case err != nil:
		return nil, 0, err
	case text:
		t, err = ReadText(f)
		return t, 0, err
	}
	return readUntil(ctx, f, size)
}

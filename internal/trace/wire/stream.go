package wire

import (
	"io"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// blockRecords is the number of records of each processor in memory at a time. It is a
// whole chunk, so that no record is delivered before its checksum is known.
const blockRecords = 4096

// A stream is the sequence of records of one processor.
type stream struct {
	src    io.ReaderAt
	p      uint32
	spans  []span // not yet read
	unread int64  // bytes in spans

	block  []trace.Event // memory for have
	have   []trace.Event // the block read last
	at     int           // the record of have to take next
	endOff int64         // file offset of the end of have

	seq     uint64   // of the last event
	pending assembly // definitions that are not complete yet
}

func newStream(src io.ReaderAt, p uint32, spans []span) *stream {
	s := &stream{src: src, p: p, spans: spans}
	for _, sp := range spans {
		s.unread += sp.n
	}
	return s
}

// offset is the place of the next record in the file.
func (s *stream) offset() int64 { return s.endOff - int64(len(s.have)-s.at)*trace.RecordSize }

// left is the number of records that are still to come.
func (s *stream) left() uint64 {
	return uint64(len(s.have)-s.at) + uint64(s.unread)/trace.RecordSize
}

// fill makes sure that there is a next record unless the stream ends.
func (s *stream) fill() *Damage {
	for s.at == len(s.have) && len(s.spans) > 0 {
		sp := &s.spans[0]
		if sp.n == 0 {
			s.spans = s.spans[1:]
			continue
		}
		n := int(sp.n / trace.RecordSize)
		if n > len(s.block) {
			s.block = make([]trace.Event, n)
		}
		if d := s.read(s.block[:n], *sp); d != nil {
			return d
		}
		s.unread -= sp.n
		s.endOff = sp.off + sp.n
		sp.n = 0
	}
	return nil
}

func (s *stream) read(block []trace.Event, sp span) *Damage {
	if got, err := readFull(s.src, bytesOf(block), sp.off); err != nil {
		return endDamage(sp.off+int64(got), err, "a chunk")
	}
	if !sp.cut && checksum(s.p, block) != sp.sum {
		return &Damage{Offset: sp.off - headerBytes, Reason: "the checksum of the chunk that begins here is wrong"}
	}
	toNative(block)
	s.have, s.at = block, 0
	return nil
}

// end drops everything that was not taken.
func (s *stream) end() { s.have, s.at, s.spans, s.unread = nil, 0, nil, 0 }

// cut drops what begins at or after the file offset, but not the record that
// may be waiting to be merged.
func (s *stream) cut(off int64) {
	for len(s.have) > s.at+1 && s.endOff > off {
		s.have = s.have[:len(s.have)-1]
		s.endOff -= trace.RecordSize
	}
	s.unread = 0
	for i := range s.spans {
		sp := &s.spans[i]
		if sp.off+sp.n > off {
			sp.n = max(0, off-sp.off) / trace.RecordSize * trace.RecordSize
			sp.cut = true
		}
		s.unread += sp.n
	}
}

// text takes n bytes of text, of which left has made sure, off the stream.
func (s *stream) text(n uint64) (string, *Damage) {
	b := make([]byte, recordsFor(n)*trace.RecordSize)
	for at := 0; at < len(b); at += trace.RecordSize {
		if d := s.fill(); d != nil {
			return "", d
		}
		encode(b[at:], s.have[s.at])
		s.at++
	}
	return string(b[:n]), nil
}

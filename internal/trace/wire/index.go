package wire

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

const (
	headerBytes = 16 // of the file and of a chunk
)

// recordHint ends the message about a file that cannot be used.
const recordHint = "record one with: deadlocklint test -keep DIR ./..."

// A span is the payload of one chunk.
type span struct {
	off int64 // in the file
	n   int64 // bytes
	sum uint32
	cut bool // some of the payload is missing, so that sum is of no use
}

// A FormatError tells why a file cannot be read as a trace at all.
type FormatError struct {
	Reason string
	Next   string // the next thing for the user to do
}

func (e *FormatError) Error() string { return e.Reason + "; " + e.Next }

// A Damage tells from where on a trace makes no sense. Everything before is used.
type Damage struct {
	Offset int64 // in bytes
	Line   int   // in the text form, otherwise 0
	Reason string
	Err    error // the error of the file system, if there was one
}

func (d *Damage) Error() string {
	at := fmt.Sprintf("trace damaged at byte %d", d.Offset)
	if d.Line > 0 {
		at += fmt.Sprintf(" (line %d)", d.Line)
	}
	return at + ": " + d.Reason
}

func (d *Damage) Unwrap() error { return d.Err }

// checkHeader refuses what is no binary trace of this version.
func checkHeader(r io.ReaderAt) error {
	var h [headerBytes]byte
	n, err := readFull(r, h[:], 0)
	if n < len(trace.FileMagic) || string(h[:len(trace.FileMagic)]) != trace.FileMagic {
		if err != nil && err != io.EOF {
			return err
		}
		return &FormatError{fmt.Sprintf("not a deadlocklint trace: it begins with %q", h[:min(n, len(trace.FileMagic))]), recordHint}
	}
	if n < headerBytes {
		return &FormatError{fmt.Sprintf("the trace has only %d bytes", n), recordHint}
	}
	if err := checkVersion(binary.LittleEndian.Uint32(h[8:])); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(h[12:]) != 0 {
		return &FormatError{"the first bytes of the trace are damaged", recordHint}
	}
	return nil
}

func checkVersion(v uint32) error {
	switch {
	case v > trace.Version:
		return &FormatError{fmt.Sprintf("the trace has version %d, this deadlocklint reads version %d", v, trace.Version),
			"update with: go install github.com/deadlocklint/deadlocklint/cmd/deadlocklint@latest"}
	case v != trace.Version:
		return &FormatError{fmt.Sprintf("the trace has version %d, which does not exist", v), recordHint}
	}
	return nil
}

// index lists the payload of each processor in the order of the file.
func index(r io.ReaderAt, size int64) (map[uint32][]span, *Damage) {
	spans := map[uint32][]span{}
	for off := int64(headerBytes); off < size; {
		var h [headerBytes]byte
		if n, err := readFull(r, h[:], off); n < headerBytes {
			return spans, endDamage(off+int64(n), err, "a chunk header")
		}
		n := int64(binary.LittleEndian.Uint32(h[8:]))
		if reason := chunkProblem(h, n); reason != "" {
			return spans, &Damage{Offset: off, Reason: reason}
		}
		p, payload := binary.LittleEndian.Uint32(h[4:]), off+headerBytes
		if left := size - payload; n > left {
			if holdsChunk(r, payload, left) {
				return spans, &Damage{Offset: off, Reason: fmt.Sprintf("a chunk of %d bytes, in which another one begins", n)}
			}
			spans[p] = append(spans[p], span{off: payload, n: left - left%trace.RecordSize, cut: true})
			return spans, endDamage(size, nil, fmt.Sprintf("the chunk at byte %d", off))
		}
		spans[p] = append(spans[p], span{off: payload, n: n, sum: binary.LittleEndian.Uint32(h[12:])})
		off = payload + n
	}
	return spans, nil
}

// holdsChunk reports whether a chunk begins in the declared payload
// of the last one: then its length is wrong, and the file does not end in it.
func holdsChunk(r io.ReaderAt, off, n int64) bool {
	b := make([]byte, n)
	got, _ := readFull(r, b, off) // an error shows itself when the records are read
	for b = b[:got]; len(b) >= headerBytes; b = b[min(len(b), trace.RecordSize):] {
		if binary.LittleEndian.Uint32(b) == trace.ChunkMagic {
			return true
		}
	}
	return false
}

func chunkProblem(h [headerBytes]byte, n int64) string {
	if m := binary.LittleEndian.Uint32(h[:]); m != trace.ChunkMagic {
		return fmt.Sprintf("no chunk begins here (found %#x)", m)
	}
	if n > blockRecords*trace.RecordSize {
		return fmt.Sprintf("a chunk of %d bytes, where %d are the most", n, blockRecords*trace.RecordSize)
	}
	if n%trace.RecordSize != 0 {
		return fmt.Sprintf("a chunk of %d bytes, which is no number of records", n)
	}
	return ""
}

func endDamage(off int64, err error, where string) *Damage {
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return &Damage{Offset: off, Reason: err.Error(), Err: err}
	}
	return &Damage{Offset: off, Reason: "the file ends inside " + where}
}

// readFull is ReadAt without its freedom to report io.EOF with a full buffer.
func readFull(r io.ReaderAt, b []byte, off int64) (int, error) {
	n, err := r.ReadAt(b, off)
	if n == len(b) {
		err = nil
	}
	return n, err
}

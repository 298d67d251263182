package wire

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

const (
	fileMagic   = "DLTRACE\n"
	chunkMagic  = 0x4b434c44 // "DLCK"
	headerBytes = 16         // of the file and of a chunk
)

// recordHint ends the message about a file that cannot be used.
const recordHint = "record one with: deadlocklint test -keep DIR ./..."

// A span is the payload of one chunk.
type span struct {
	off int64 // in the file
	n   int64 // bytes
}

// A FormatError tells why a file cannot be read as a trace at all.
type FormatError struct {
	Reason string
	Next   string // what the user can do
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
	if n < len(fileMagic) || string(h[:len(fileMagic)]) != fileMagic {
		if err != nil && err != io.EOF {
			return err
		}
		return &FormatError{fmt.Sprintf("not a deadlocklint trace: it begins with %q", h[:min(n, len(fileMagic))]), recordHint}
	}
	if n < headerBytes {
		return &FormatError{fmt.Sprintf("the trace has only %d bytes", n), recordHint}
	}
	return checkVersion(binary.LittleEndian.Uint32(h[8:]))
}

func checkVersion(v uint32) error {
	switch {
	case v > Version:
		return &FormatError{fmt.Sprintf("the trace has version %d, this deadlocklint reads version %d", v, Version),
			"update with: go install github.com/deadlocklint/deadlocklint/cmd/deadlocklint@latest"}
	case v != Version:
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
			spans[p] = append(spans[p], span{payload, left - left%trace.RecordSize})
			return spans, endDamage(size, nil, fmt.Sprintf("the chunk at byte %d", off))
		}
		spans[p] = append(spans[p], span{payload, n})
		off = payload + n
	}
	return spans, nil
}

func chunkProblem(h [headerBytes]byte, n int64) string {
	if m := binary.LittleEndian.Uint32(h[:]); m != chunkMagic {
		return fmt.Sprintf("no chunk begins here (found %#x)", m)
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

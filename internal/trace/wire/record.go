package wire

import (
	"encoding/binary"
	"unsafe"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// nativeLittle reports whether a record in memory looks as it does in a file.
var nativeLittle = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// bytesOf is the memory of events, to be read into and written from.
func bytesOf(events []trace.Event) []byte {
	if len(events) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&events[0])), len(events)*trace.RecordSize)
}

// toNative turns records whose memory was filled from a file into events.
func toNative(records []trace.Event) {
	if nativeLittle {
		return
	}
	for i := range records {
		records[i] = decode(bytesOf(records[i : i+1]))
	}
}

// toFile is the inverse of toNative.
func toFile(records []trace.Event) {
	if nativeLittle {
		return
	}
	for i, e := range records {
		encode(bytesOf(records[i:i+1]), e)
	}
}

func decode(b []byte) trace.Event {
	_ = b[trace.RecordSize-1]
	return trace.Event{
		Seq:  binary.LittleEndian.Uint64(b),
		Obj:  binary.LittleEndian.Uint64(b[8:]),
		Arg:  binary.LittleEndian.Uint64(b[16:]),
		G:    trace.G(binary.LittleEndian.Uint32(b[24:])),
		Aux:  binary.LittleEndian.Uint16(b[28:]),
		Op:   trace.Op(b[30]),
		Flag: b[31],
	}
}

func encode(b []byte, e trace.Event) {
	_ = b[trace.RecordSize-1]
	binary.LittleEndian.PutUint64(b, e.Seq)
	binary.LittleEndian.PutUint64(b[8:], e.Obj)
	binary.LittleEndian.PutUint64(b[16:], e.Arg)
	binary.LittleEndian.PutUint32(b[24:], uint32(e.G))
	binary.LittleEndian.PutUint16(b[28:], e.Aux)
	b[30] = byte(e.Op)
	b[31] = e.Flag
}

// recordsFor is the number of records that n bytes of text fill. It does not
// overflow, even with the numbers of a damaged file.
func recordsFor(n uint64) uint64 {
	return n/trace.RecordSize + (n%trace.RecordSize+trace.RecordSize-1)/trace.RecordSize
}

// A class is how the reader treats an operation.
type class uint8

const (
	classUnknown class = iota
	classEvent
	classTextEvent // an event that refers to a text
	classDefinition
)

// classes has a row for every value a damaged file may hold, so that the
// reader's inner loop needs no bounds check.
var classes = func() (c [256]class) {
	for i := range c {
		op := trace.Op(i)
		switch {
		case op.IsEvent() && op.Info().Arg == trace.ArgText:
			c[i] = classTextEvent
		case op.IsEvent():
			c[i] = classEvent
		case op.Valid():
			c[i] = classDefinition
		}
	}
	return c
}()

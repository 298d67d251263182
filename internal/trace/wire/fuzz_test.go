package wire

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

func FuzzRead(f *testing.F) {
	tr := exampleTrace(f)
	var b bytes.Buffer
	if err := Write(&b, tr); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:b.Len()-5])
	f.Add(file(chunk{1, tr.Events[:3]}, chunk{0, text(2, "x")}, chunk{1, tr.Events[3:]}))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, b := range [][]byte{data, summed(bytes.Clone(data))} { // a wrong checksum must not hide the rest
			if tr, err := Read(bytes.NewReader(b), int64(len(b))); err == nil {
				checkProperties(t, tr)
			}
		}
	})
}

// FuzzFlippedBits damages a good file somewhere: that is noticed, and no event
// is read that was not there.
func FuzzFlippedBits(f *testing.F) {
	whole := file(
		chunk{0, append(text(7, "TestTransfer/both ways and more"), event(1, trace.OpLock), event(3, trace.OpUnlock), event(8, trace.OpExit))},
		chunk{1, []trace.Event{event(2, trace.OpSignal), event(4, trace.OpSignal)}},
		chunk{0, []trace.Event{event(9, trace.OpLock), event(10, trace.OpUnlock)}},
	)
	for at := range len(whole) {
		f.Add(uint16(at), byte(1<<(at%8)))
	}
	f.Add(uint16(0), byte(0))
	want, err := Read(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, at uint16, mask byte) {
		b := bytes.Clone(whole)
		b[int(at)%len(b)] ^= mask
		tr, err := Read(bytes.NewReader(b), int64(len(b)))
		switch {
		case mask == 0 && (err != nil || !reflect.DeepEqual(tr, want)):
			t.Errorf("%+v, %v", tr, err)
		case mask == 0 || err != nil:
		case tr.Damage == nil:
			t.Errorf("byte %d ^ %#x is not noticed", int(at)%len(b), mask)
		default:
			rest := want.Events
			for _, e := range tr.Events {
				i := slices.Index(rest, e)
				if i < 0 {
					t.Fatalf("byte %d ^ %#x: event %+v was not there", int(at)%len(b), mask, e)
				}
				rest = rest[i+1:]
			}
		}
	})
}

func FuzzReadText(f *testing.F) {
	f.Add(example)
	f.Add("deadlocklint trace 1\n1 g1 go g2\n2 g2 unseen text=0x5\n2 g1 go g2 flags=255\n")
	f.Add("deadlocklint trace 1\nstack 0x0\nstack 0x1\nframe \"\" \"\\xff\" 3\r\nheader a\ntext 1 \"\"\n#\n\nx")
	f.Fuzz(func(t *testing.T, data string) {
		if tr, err := ReadText(strings.NewReader(data)); err == nil {
			checkProperties(t, tr)
		}
	})
}

// checkProperties checks that what was read once can be written in both forms,
// and reads back equal from both.
func checkProperties(t *testing.T, tr *trace.Trace) {
	tr.Damage = nil // is not written
	var bin, txt bytes.Buffer
	if err := Write(&bin, tr); err != nil {
		t.Fatal(err)
	}
	if err := WriteText(&txt, tr); err != nil {
		t.Fatal(err)
	}
	fromBin, err := Read(bytes.NewReader(bin.Bytes()), int64(bin.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(fromBin, tr) {
		t.Errorf("binary: got\n%+v\nwant\n%+v", fromBin, tr)
	}
	fromText, err := ReadText(bytes.NewReader(txt.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(fromText, tr) {
		t.Errorf("text: got\n%+v\nwant\n%+v\n%s", fromText, tr, txt.String())
	}
}

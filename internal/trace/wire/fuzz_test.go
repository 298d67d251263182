package wire

import (
	"bytes"
	"reflect"
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
		if tr, err := Read(bytes.NewReader(data), int64(len(data))); err == nil {
			checkProperties(t, tr)
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

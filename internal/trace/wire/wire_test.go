package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// example is the text of the package comment.
const example = `deadlocklint trace 1
header go=go1.26.8
type 0x1 size=16 example.com/p.T
field 0x1 offset=8 kind=mutex p.T|.mu|sync.Mutex
text 0x2 "TestTransfer/both ways"
stack 0x3
frame example.com/p.(*T).Lock /src/p/t.go 12
frame main.main "/src/my prog/main.go" 7
places 0x3 0xa1 0xb2 0xc3
1 g1 test text=0x2
2 g1 go g2 stack=0x3
3 g1 lock 0xc000012008 stack=0x3
4 g2 tryfail 0xc000012008 stack=0x3 flags=read,rw
5 g2 wgadd 0xc000012010 n=-1
6 g1 unlock 0xc000012008
`

func exampleTrace(t testing.TB) *trace.Trace {
	t.Helper()
	tr, err := ReadText(strings.NewReader(example))
	if err != nil {
		t.Fatal(err)
	}
	if tr.Damage != nil {
		t.Fatal(tr.Damage)
	}
	return tr
}

// A record or a piece of raw file for file.
type chunk struct {
	p       uint32
	records []trace.Event
}

// file builds a binary trace as a recorder would leave it.
func file(chunks ...chunk) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(trace.FileMagic), trace.Version)
	b = binary.LittleEndian.AppendUint32(b, 0)
	for _, c := range chunks {
		b = binary.LittleEndian.AppendUint32(b, trace.ChunkMagic)
		b = binary.LittleEndian.AppendUint32(b, c.p)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(c.records)*trace.RecordSize))
		b = binary.LittleEndian.AppendUint32(b, 0)
		for _, e := range c.records {
			var r [trace.RecordSize]byte
			encode(r[:], e)
			b = append(b, r[:]...)
		}
	}
	return summed(b)
}

// summed corrects the checksums of the chunks, as far as there are whole ones.
func summed(b []byte) []byte {
	for off := headerBytes; off+headerBytes <= len(b); {
		p, n := binary.LittleEndian.Uint32(b[off+4:]), int64(binary.LittleEndian.Uint32(b[off+8:]))
		end := int64(off+headerBytes) + n
		if end > int64(len(b)) {
			break
		}
		records := make([]trace.Event, n/trace.RecordSize)
		copy(bytesOf(records), b[off+headerBytes:end])
		binary.LittleEndian.PutUint32(b[off+12:], checksum(p, records))
		off = int(end)
	}
	return b
}

// text is the records that define a text.
func text(id uint64, s string) []trace.Event {
	out := []trace.Event{{Op: trace.OpText, Obj: id, Arg: uint64(len(s))}}
	for len(s) > 0 {
		var b [trace.RecordSize]byte
		s = s[copy(b[:], s):]
		out = append(out, decode(b[:]))
	}
	return out
}

func event(seq uint64, op trace.Op) trace.Event {
	return trace.Event{Seq: seq, G: 1, Op: op, Obj: 0x10}
}

func read(t *testing.T, b []byte) *trace.Trace {
	t.Helper()
	tr, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func seqs(events []trace.Event) (s []uint64) {
	for _, e := range events {
		s = append(s, e.Seq)
	}
	return s
}

func checkSeqs(t *testing.T, tr *trace.Trace, want ...uint64) {
	t.Helper()
	if got := seqs(tr.Events); !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

func checkDamage(t *testing.T, tr *trace.Trace, offset int64, reason string) {
	t.Helper()
	var d *Damage
	if !errors.As(tr.Damage, &d) {
		t.Fatalf("damage is %v, want one at byte %d", tr.Damage, offset)
	}
	if d.Offset != offset || !strings.Contains(d.Reason, reason) {
		t.Errorf("damage is %v, want one at byte %d with %q", d, offset, reason)
	}
}

func TestPackageCommentShowsTheExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(example) {
		if !strings.Contains(string(doc), "//\t"+line) {
			t.Errorf("the package comment lacks: %s", line)
		}
	}
}

func TestTextRoundTrip(t *testing.T) {
	var b strings.Builder
	if err := WriteText(&b, exampleTrace(t)); err != nil {
		t.Fatal(err)
	}
	if b.String() != example {
		t.Errorf("got\n%s\nwant\n%s", b.String(), example)
	}
}

func TestBinaryRoundTrip(t *testing.T) {
	want := exampleTrace(t)
	var b bytes.Buffer
	if err := Write(&b, want); err != nil {
		t.Fatal(err)
	}
	if got := read(t, b.Bytes()); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func TestEveryOperationAndFlagRoundTrips(t *testing.T) {
	tr := trace.New()
	for i := 0; i < 256; i++ {
		if op := trace.Op(i); op.IsEvent() {
			for f := 0; f < 256; f += 5 {
				tr.Events = append(tr.Events, trace.Event{Seq: uint64(i), G: 1<<32 - 1, Op: op, Obj: 1<<64 - 1, Arg: 1 << 63, Aux: trace.MaxAux, Flag: uint8(f)})
			}
		}
	}
	checkCodecsAgree(t, tr)
}

func TestOddStringsRoundTrip(t *testing.T) {
	tr := trace.New()
	for i, s := range []string{"", " ", "\xff", "a\nb", `"`, "\u00a0", "#", "=", strings.Repeat("x", 100), strings.Repeat("y", 32), "\r", "日本"} {
		id := uint64(i)
		tr.Texts[id] = s
		tr.Types[id] = &trace.Type{Name: s, Size: 3, Locks: []trace.LockField{{Offset: 1, Kind: 99, Path: s}, {Kind: trace.KindOnce, Path: s}}}
		tr.Stacks[trace.StackID(id)] = []trace.Frame{{Func: s, File: s, Line: i}, {Func: s, File: s, Line: i}}
		tr.Header["k"+strings.ReplaceAll(s, "=", "")] = s
	}
	tr.Stacks[99] = nil
	tr.Places[98] = [3]uint64{0, 1 << 63, 0}
	checkCodecsAgree(t, tr)
}

// checkCodecsAgree checks that both forms give the trace back.
func checkCodecsAgree(t *testing.T, want *trace.Trace) {
	t.Helper()
	var bin, txt bytes.Buffer
	if err := Write(&bin, want); err != nil {
		t.Fatal(err)
	}
	if err := WriteText(&txt, want); err != nil {
		t.Fatal(err)
	}
	if got := read(t, bin.Bytes()); !reflect.DeepEqual(got, want) {
		t.Errorf("binary: got\n%+v\nwant\n%+v", got, want)
	}
	got, err := ReadText(&txt)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("text: got\n%+v\nwant\n%+v", got, want)
	}
}

func TestStreamsAreMergedBySeq(t *testing.T) {
	tr := read(t, file(
		chunk{0, []trace.Event{event(1, trace.OpLock), event(4, trace.OpUnlock)}},
		chunk{7, []trace.Event{event(2, trace.OpLock)}},
		chunk{3, nil},
		chunk{7, []trace.Event{event(3, trace.OpUnlock), event(6, trace.OpUnlock)}},
		chunk{0, []trace.Event{event(5, trace.OpLock)}},
	))
	checkSeqs(t, tr, 1, 2, 3, 4, 5, 6)
	if tr.Damage != nil {
		t.Error(tr.Damage)
	}
}

func TestTextSpansChunksOfOneProcessor(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	def := text(5, long)
	tr := read(t, file(
		chunk{1, append([]trace.Event{{Seq: 1, Op: trace.OpTest, Arg: 5}}, def[:2]...)},
		chunk{2, []trace.Event{event(2, trace.OpLock)}},
		chunk{1, append(def[2:], event(3, trace.OpUnlock))},
	))
	checkSeqs(t, tr, 1, 2, 3)
	if got := tr.Texts[5]; got != long {
		t.Errorf("text is %q", got)
	}
}

func TestInlinedFramesAndForwardReferences(t *testing.T) {
	records := slices.Concat(
		[]trace.Event{{Seq: 1, G: 1, Op: trace.OpLock, Obj: 9, Arg: 77}},
		[]trace.Event{{Op: trace.OpStack, Obj: 77, Arg: 0x400, Aux: 0}, {Op: trace.OpStack, Obj: 77, Arg: 0x500, Aux: 1}, {Op: trace.OpStack, Obj: 77, Arg: 0x600, Aux: 2, Flag: trace.FlagLast}},
		[]trace.Event{{Op: trace.OpFrame, Obj: 0x400, Arg: 1}, {Op: trace.OpFrameLine, Obj: 0x400, Arg: 2, G: 10}},
		[]trace.Event{{Op: trace.OpFrame, Obj: 0x400, Arg: 3, Aux: 1, Flag: trace.FlagLast}, {Op: trace.OpFrameLine, Obj: 0x400, Arg: 2, G: 20}},
		[]trace.Event{{Op: trace.OpFrame, Obj: 0x600, Arg: 4, Flag: trace.FlagLast}},
	)
	var texts []trace.Event
	for i, s := range []string{"inner", "f.go", "outer", "main"} {
		texts = append(texts, text(uint64(i+1), s)...)
	}
	tr := read(t, file(chunk{0, records}, chunk{1, texts}, chunk{2, records[1:]}))
	want := []trace.Frame{{Func: "inner", File: "f.go", Line: 10}, {Func: "outer", File: "f.go", Line: 20}, {Func: "pc 0x500"}, {Func: "main"}}
	if got := tr.Stacks[77]; !slices.Equal(got, want) {
		t.Errorf("stack is %v, want %v", got, want)
	}
	if len(tr.Texts) != 0 {
		t.Errorf("texts of definitions remain: %v", tr.Texts)
	}
}

func TestTypeDefinedTwiceHasItsFieldsOnce(t *testing.T) {
	def := slices.Concat(text(1, "p.T"), text(2, "p.T|.mu|sync.Mutex"), []trace.Event{
		{Op: trace.OpType, Obj: 8, Arg: 1, G: 16},
		{Op: trace.OpField, Obj: 8, Arg: 2, G: 8, Aux: uint16(trace.KindMutex)},
	})
	tr := read(t, file(chunk{0, def}, chunk{1, def}))
	want := &trace.Type{Name: "p.T", Size: 16, Locks: []trace.LockField{{Offset: 8, Kind: trace.KindMutex, Path: "p.T|.mu|sync.Mutex"}}}
	if got := tr.Types[8]; !reflect.DeepEqual(got, want) {
		t.Errorf("type is %+v, want %+v", got, want)
	}
}

func TestIncompleteDefinitionIsLeftOut(t *testing.T) {
	tr := read(t, file(chunk{0, []trace.Event{
		{Op: trace.OpStack, Obj: 1, Arg: 0x400},
		{Op: trace.OpStack, Obj: 2, Arg: 0x400, Flag: trace.FlagLast},
		{Op: trace.OpStack, Obj: 1, Arg: 0x500, Aux: 1, Flag: trace.FlagLast},
		{Op: trace.OpFrameLine, Obj: 0x400},
	}}))
	if len(tr.Stacks) != 1 || tr.Damage != nil {
		t.Errorf("stacks %v, damage %v", tr.Stacks, tr.Damage)
	}
}

func TestTruncatedAnywhereKeepsWhatIsBefore(t *testing.T) {
	whole := file(
		chunk{0, []trace.Event{event(1, trace.OpLock), event(3, trace.OpUnlock)}},
		chunk{1, []trace.Event{event(2, trace.OpSignal), event(4, trace.OpSignal)}},
	)
	ends := map[int][]uint64{16: nil, 32: nil, 64: {1}, 96: {1, 3}, 112: {1, 3}, 144: {1, 2, 3}, 176: {1, 2, 3, 4}}
	var want []uint64
	for n := 16; n <= len(whole); n++ {
		if w, ok := ends[n]; ok {
			want = w
		}
		tr := read(t, whole[:n])
		checkSeqs(t, tr, want...)
		if complete := n == 16 || n == 96 || n == 176; complete != (tr.Damage == nil) {
			t.Errorf("%d bytes: damage %v", n, tr.Damage)
		} else if !complete {
			checkDamage(t, tr, int64(n), "the file ends inside")
		}
	}
}

func TestDamageKeepsWhatIsBefore(t *testing.T) {
	a := chunk{0, []trace.Event{event(1, trace.OpLock), event(5, trace.OpUnlock)}}
	b := chunk{1, []trace.Event{event(2, trace.OpLock), event(3, trace.OpUnlock)}}
	c := chunk{0, []trace.Event{event(6, trace.OpLock)}}
	whole := file(a, b, c) // a 32, 64; b 112, 144; c 192
	with := func(off int, x byte) *trace.Trace {
		d := slices.Clone(whole)
		d[off] = x
		return read(t, d)
	}

	tr := with(144+30, 200)
	checkSeqs(t, tr, 1, 5)
	checkDamage(t, tr, 96, "the checksum of the chunk")

	tr = with(96+12, whole[96+12]^1)
	checkSeqs(t, tr, 1, 5)
	checkDamage(t, tr, 96, "the checksum of the chunk")

	tr = with(96+8, 32)
	checkSeqs(t, tr, 1, 5)
	checkDamage(t, tr, 96, "the checksum of the chunk")

	tr = with(96+11, 1)
	checkSeqs(t, tr, 1, 5)
	checkDamage(t, tr, 96, "where 131072 are the most")

	// What a recorder itself wrote wrong has the right sum.
	with = func(off int, x byte) *trace.Trace {
		d := slices.Clone(whole)
		d[off] = x
		return read(t, summed(d))
	}
	tr = with(144+30, 200)
	checkSeqs(t, tr, 1, 2, 5)
	checkDamage(t, tr, 144, "unknown operation 200")

	tr = with(144, 1)
	checkSeqs(t, tr, 1, 2, 5)
	checkDamage(t, tr, 144, "event 1 follows event 2")

	tr = with(96, 'x')
	checkSeqs(t, tr, 1, 5)
	checkDamage(t, tr, 96, "no chunk begins here")

	tr = with(96+8, 63)
	checkSeqs(t, tr, 1, 5)
	checkDamage(t, tr, 96, "no number of records")
}

func TestTextLongerThanTheStreamIsDamage(t *testing.T) {
	for _, n := range []uint64{33, 1 << 40, 1<<64 - 1} {
		tr := read(t, file(chunk{0, []trace.Event{event(1, trace.OpLock), {Op: trace.OpText, Obj: 1, Arg: n}, event(2, trace.OpUnlock)}}))
		checkSeqs(t, tr, 1)
		checkDamage(t, tr, 64, "a text of")
	}
}

// A failing disk is damage, too, and its error can be told.
func TestReadErrorIsDamage(t *testing.T) {
	b := file(chunk{0, []trace.Event{event(1, trace.OpLock)}}, chunk{1, []trace.Event{event(2, trace.OpLock)}})
	tr, err := Read(&failing{bytes.NewReader(b), 80}, int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	checkSeqs(t, tr, 1)
	if !errors.Is(tr.Damage, errDisk) {
		t.Errorf("damage is %v", tr.Damage)
	}
}

var errDisk = errors.New("disk on fire")

type failing struct {
	*bytes.Reader
	from int64
}

func (f *failing) ReadAt(b []byte, off int64) (int, error) {
	if off >= f.from {
		return 0, errDisk
	}
	return f.Reader.ReadAt(b, off)
}

func TestTextDamageNamesTheLine(t *testing.T) {
	cases := map[string]string{
		"1 g1 lokc 0x1":                `unknown operation "lokc"`,
		"x g1 lock":                    "invalid syntax",
		"1 1 lock 0x1":                 "want a goroutine",
		"1 g1 lock 0x1 arg=3":          "lock takes stack=",
		"1 g1 lock 0x1 flags=wild":     "unknown flag",
		"1 g1 lock 0x1 0x2":            "want KEY=VALUE",
		"1 g1 text 0x1":                "unknown operation",
		"frame a b 3":                  "no stack above",
		"field 0x1 offset=0 kind=x p":  "unknown kind",
		`text 0x1 "open`:               "unfinished quotation",
		"8 g1 lock 0x1\n7 g1 lock 0x1": "event 7 follows event 8",
	}
	for lines, want := range cases {
		tr, err := ReadText(strings.NewReader("deadlocklint trace 1\n\n# comment\n1 g1 exit\n" + lines + "\n9 g9 exit\n"))
		if err != nil {
			t.Fatal(err)
		}
		var d *Damage
		if !errors.As(tr.Damage, &d) || !strings.Contains(d.Reason, want) || d.Line < 5 || d.Offset < 40 {
			t.Errorf("%q: damage %v, want %q", lines, tr.Damage, want)
		}
		if len(tr.Events) == 0 || tr.Events[0].Op != trace.OpExit {
			t.Errorf("%q: events %v", lines, tr.Events)
		}
	}
}

func TestWriteRefusesWhatCannotBeRead(t *testing.T) {
	bad := map[string]*trace.Trace{
		"no event": {Events: []trace.Event{{Op: trace.OpText}}},
		"follows":  {Events: []trace.Event{event(2, trace.OpLock), event(1, trace.OpLock)}},
		"'='":      {Header: map[string]string{"a=b": ""}},
		"is nil":   {Types: map[uint64]*trace.Type{1: nil}},
	}
	for want, tr := range bad {
		for _, err := range []error{Write(&bytes.Buffer{}, tr), WriteText(&bytes.Buffer{}, tr)} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
		}
	}
}

// The portable decoder and the memory of this machine must agree.
func TestRecordLayout(t *testing.T) {
	e := trace.Event{Seq: 0x0102030405060708, Obj: 0x1112131415161718, Arg: 0x2122232425262728, G: 0x31323334, Aux: 0x4142, Op: 0x51, Flag: 0x61}
	var b [trace.RecordSize]byte
	encode(b[:], e)
	if got := decode(b[:]); got != e {
		t.Errorf("decode gives %+v, want %+v", got, e)
	}
	records := []trace.Event{e}
	toFile(records)
	if !bytes.Equal(bytesOf(records), b[:]) {
		t.Errorf("memory % x, file % x", bytesOf(records), b)
	}
	toNative(records)
	if records[0] != e {
		t.Errorf("toNative gives %+v, want %+v", records[0], e)
	}
}

func TestBigEndianMachine(t *testing.T) {
	// Records as such a machine would have them in memory are decoded byte by byte.
	defer func(native bool) { nativeLittle = native }(nativeLittle)
	nativeLittle = false
	checkCodecsAgree(t, exampleTrace(t))
}

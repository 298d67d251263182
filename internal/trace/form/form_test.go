package form_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/form"
)

// write makes a path with an embedded field, elements, a generic type and a wrapper.
func write(room []byte) form.Path {
	p := form.Within(room)
	p.Type("p", "Server", false)
	p.Field("Base", true)
	p.Field("lists", false)
	p.Elements()
	p.Type("p", "List[int]", false)
	p.Arguments(0x0badcafe_12345678)
	p.Field("mu", false)
	p.Type("sync", "Once", true)
	return p
}

// TestPathIsReadAsWritten: the segments, the class and the arguments are those that were written.
func TestPathIsReadAsWritten(t *testing.T) {
	p := write(make([]byte, 100))
	const want = "p.Server|+Base||.lists||[]|p.List[0badcafe]|.mu|~sync.Once"
	if p.Text() != want || p.Len() != len(want) {
		t.Fatalf("%q", p.Text())
	}
	segs := form.Segments(nil, p.Text())
	if names := []string{form.FieldName(segs[1]), form.FieldName(segs[3]), form.FieldName(segs[5])}; !slices.Equal(names, []string{"Base", "lists", ""}) {
		t.Errorf("fields %q of %q", names, segs)
	}
	if last := segs[len(segs)-1]; !form.IsWrapper(last) || form.IsWrapper(segs[0]) || form.IsWrapper("") {
		t.Errorf("wrappers of %q", segs)
	}
	if class, args := trace.ClassOf(p.Text()), trace.Arguments(p.Text()); class != "p.List.mu" || args != "[0badcafe]" {
		t.Errorf("class %q, arguments %q", class, args)
	}
	if got := form.Field("a", true) + form.Elements + form.Field("b", false); got != "|+a||[]||.b|" {
		t.Errorf("%q", got)
	}
}

// TestPathKeepsToItsRoom: a path that has no room loses its end, and nothing is allocated.
func TestPathKeepsToItsRoom(t *testing.T) {
	whole := write(make([]byte, 100))
	for n := range whole.Len() {
		room := make([]byte, n, 200)
		p := write(room)
		if p.Len() != n || p.Text() != whole.Text()[:n] || strings.Trim(string(room[n:200]), "\x00") != "" {
			t.Fatalf("%d bytes: %q", n, p.Text())
		}
		if p.Cut(n / 2); p.Text() != whole.Text()[:n/2] {
			t.Fatalf("cut to %d: %q", n/2, p.Text())
		}
	}
	room := make([]byte, 100)
	if n := testing.AllocsPerRun(10, func() { write(room) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSumSees: the sum changes with each bit of a word, the order of records, their number and the processor.
func TestSumSees(t *testing.T) {
	records := []form.Record{{1, 2, 3, 4}, {5, 6, 7, 8}}
	sum := form.Sum(1, records)
	for i := range records {
		for k := range records[i] {
			for bit := range 64 {
				records[i][k] ^= 1 << bit
				if form.Sum(1, records) == sum {
					t.Errorf("bit %d of word %d of record %d is not seen", bit, k, i)
				}
				records[i][k] ^= 1 << bit
			}
		}
	}
	for _, other := range []uint32{form.Sum(2, records), form.Sum(1, records[:1]), form.Sum(1, []form.Record{records[1], records[0]}), form.Sum(1, append(records, form.Record{}))} {
		if other == sum {
			t.Errorf("%x twice", sum)
		}
	}
}

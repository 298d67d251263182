package shop

import "testing"

type Shelf struct{ items []string }

func NewShelf(items ...string) *Shelf { return &Shelf{items} }

func NewBoth() (*Shelf, *Till) { return &Shelf{}, &Till{} }

func (s *Shelf) Move(to *Shelf, item string) bool { to.items = append(to.items, item); return true }

func (s *Shelf) Put(item string) { s.items = append(s.items, item) }

func TestPut(t *testing.T) {
	shelf := NewShelf()
	shelf.Put("x")
}

type Till struct{ cents int }

func (t *Till) Pay(s *Shelf, from, to int) { t.cents += to - from }

func TestMove(t *testing.T) {
	full, empty := NewShelf("a"), NewShelf()
	n := len(full.items)
	if !full.Move(empty, "a") {
		t.Fatal(n)
	}
}

func TestFresh(t *testing.T) {
	NewShelf().Move(NewShelf(), "b")
}

func TestValues(t *testing.T) {
	var a, b Shelf
	a.Move(&b, "c")
}

func TestRows(tt *testing.T) {
	for name, row := range map[string]struct{ from, to int }{"one": {1, 2}} {
		tt.Run(name, func(t *testing.T) {
			t.Parallel()
			s, till := NewBoth()
			s.items = nil
			till.Pay(s, row.from, row.to)
		})
	}
}

func TestShelfOnly(t *testing.T) {
	s, _ := NewBoth()
	till := 5
	s.Move(s, "d")
	t.Log(till)
}

func TestLiteral(t *testing.T) {
	a, b := NewShelf(), NewShelf()
	func() {
		a.Move(b, "e")
	}()
}

func helper(s *Shelf) {
	s.Move(s, "f")
}

package walk

import (
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/ascii"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/random"
)

// Limits of a census. Goroutines and objects beyond them are not counted.
const (
	censusCells  = 1 << 12 // pairs of a goroutine and an object
	sharedMost   = 1 << 10 // objects of several goroutines
	anyObject    = 0       // stands for all objects
	censusMost   = 1 << 20 // operations of a goroutine on an object
	censusSearch = 64      // cells that one pair may be in
)

// A Counted is the place of surw: the counts of the run that had them first.
type Counted struct{ counts *census }

// Set is that of config.Place.
func (p Counted) Set(key, value string) (config.Place, bool, bool) {
	if key != "seen" {
		return p, false, false
	}
	p.counts = &census{}
	p.counts.init()
	return p, true, p.counts.parse(value)
}

// Format is that of config.Place.
func (p Counted) Format(b []byte) []byte {
	if p.IsEmpty() {
		return b
	}
	return p.counts.format(append(b, " seen="...))
}

// IsEmpty is that of config.Place.
func (p Counted) IsEmpty() bool { return p.counts == nil || p.counts.known() == 0 }

// Complaint is that of config.Place.
func (p Counted) Complaint(*config.Config) string { return "" }

// A census counts the operations of each goroutine on each object, and the parent of each
// goroutine.
type census struct {
	cells  [censusCells]censusCell    // a hash table
	total  [point.MaxGoroutines]int32 // operations of a goroutine on all objects
	parent [point.MaxGoroutines]uint32
	list   [sharedMost]uint32 // objects of several goroutines
	n      int
	used   uint32 // goroutines from here on have nothing
}

type censusCell struct {
	goroutine, object uint32
	n                 int32 // 0 is a free cell
}

func (c *census) init() {
	clear(c.cells[:])
	clear(c.total[:])
	for i := range c.parent {
		c.parent[i] = nobody
	}
	c.n, c.used = 0, 0
}

// cell is that of a pair, or a free one, nil when there is none.
func (c *census) cell(goroutine, object uint32) *censusCell {
	h := random.Mixed(uint64(goroutine)<<32|uint64(object)) % censusCells
	for k := range uint64(censusSearch) {
		cell := &c.cells[(h+k)%censusCells]
		if cell.n == 0 || cell.goroutine == goroutine && cell.object == object {
			return cell
		}
	}
	return nil
}

func (c *census) add(goroutine, object uint32, n int32) {
	cell := c.cell(goroutine, object)
	if cell == nil || c.total[goroutine] > censusMost {
		return
	}
	cell.goroutine, cell.object = goroutine, object
	cell.n += n
	c.total[goroutine] += n
	c.used = max(c.used, goroutine+1)
}

// of is how often a goroutine has operated on an object.
func (c *census) of(goroutine, object uint32) int32 {
	if object == anyObject {
		return c.total[goroutine]
	}
	if cell := c.cell(goroutine, object); cell != nil {
		return cell.n
	}
	return 0
}

// share finds the objects of several goroutines, in the order of their numbers.
func (c *census) share() {
	c.n, c.used = 0, c.known()
	for i := range c.cells {
		if a := &c.cells[i]; a.n > 0 && c.meets(a) {
			c.insert(a.object)
		}
	}
}

// meets reports whether another goroutine has operated on the object of a cell.
func (c *census) meets(a *censusCell) bool {
	for i := range c.cells {
		if b := &c.cells[i]; b.n > 0 && b.object == a.object && b.goroutine != a.goroutine {
			return true
		}
	}
	return false
}

func (c *census) insert(object uint32) {
	at := c.n
	for at > 0 && c.list[at-1] >= object {
		at--
	}
	if c.n == len(c.list) || at < c.n && c.list[at] == object {
		return
	}
	copy(c.list[at+1:c.n+1], c.list[at:c.n])
	c.list[at] = object
	c.n++
}

// format writes a goroutine between semicolons: its parent, and a comma, an object and a count
// with a point between them.
func (c *census) format(b []byte) []byte {
	for g := range c.known() {
		if g > 0 {
			b = append(b, ';')
		}
		b = ascii.Number(b, uint64(c.parent[g]))
		for i := range c.cells {
			if a := &c.cells[i]; a.n > 0 && a.goroutine == g {
				b = ascii.Number(append(b, ','), uint64(a.object))
				b = ascii.Number(append(b, '.'), uint64(a.n))
			}
		}
	}
	return b
}

// known is the number of goroutines that have a parent or an operation.
func (c *census) known() uint32 {
	n := c.used
	for g := n; g < point.MaxGoroutines; g++ {
		if c.parent[g] != nobody {
			n = g + 1
		}
	}
	return n
}

// parse reads what format writes.
func (c *census) parse(text string) (ok bool) {
	for g := uint32(0); text != ""; g++ {
		var own string
		own, text = ascii.Cut(text, ';')
		if g == point.MaxGoroutines || !c.parseGoroutine(g, own) {
			return false
		}
	}
	c.share()
	return true
}

func (c *census) parseGoroutine(g uint32, text string) bool {
	parent, text := ascii.Cut(text, ',')
	p, ok := ascii.Decimal(parent, nobody)
	if !ok || p != nobody && p >= point.MaxGoroutines {
		return false
	}
	c.parent[g] = uint32(p)
	for text != "" {
		var pair string
		pair, text = ascii.Cut(text, ',')
		object, count := ascii.Cut(pair, '.')
		o, ok := ascii.Decimal(object, 1<<32-1)
		n, ok2 := ascii.Decimal(count, censusMost)
		if !ok || !ok2 || o == anyObject || n == 0 {
			return false
		}
		c.add(g, uint32(o), int32(n))
	}
	return true
}

package explorer

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// A Class is of runs whose goroutines come to each object in the same order.
type Class struct {
	Runs  int    // under schedules of the strategy, up to the first one of the class; 0 for the base schedule
	Order uint64 // of which the low 48 bits count
}

// Classes are those of the runs of a test, in the order in which they came. Its JSON form is
// a string of some 10 bytes for each of them.
type Classes struct {
	List []Class
	More bool // runs were not told from each other after the last one
}

// orderBits are those of an order that count: two of boundary.MaxClasses classes are taken for one with
// a chance of 1e-7.
const orderBits = 1<<48 - 1

// Then adds the classes of runs that come after so many others. It leaves out known
// classes.
func (c *Classes) Then(o Classes, runs int) {
	known := map[uint64]bool{}
	for _, k := range c.List {
		known[k.Order] = true
	}
	last := 0
	if n := len(c.List); n > 0 {
		last = c.List[n-1].Runs
	}
	for _, k := range o.List {
		k.Order &= orderBits
		if known[k.Order] || c.More {
			continue
		}
		if len(c.List) == boundary.MaxClasses {
			c.More = true
			return
		}
		known[k.Order] = true
		last = max(last, runs+k.Runs)
		c.List = append(c.List, Class{last, k.Order})
	}
	c.More = c.More || o.More
}

// MarshalJSON writes a byte for More, and for each class how many runs came after the one
// before, and its order.
func (c Classes) MarshalJSON() ([]byte, error) {
	b := []byte{0}
	if c.More {
		b[0] = 1
	}
	last := 0
	for _, k := range c.List {
		b = binary.AppendUvarint(b, uint64(k.Runs-last))
		b = append(b, binary.LittleEndian.AppendUint64(nil, k.Order)[:orderSize]...)
		last = k.Runs
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(b))
}

const orderSize = 6 // bytes

// UnmarshalJSON reads that form, and refuses what MarshalJSON does not write.
func (c *Classes) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return err
	}
	*c = Classes{}
	if len(b) == 0 {
		return nil
	}
	c.More, b = b[0] == 1, b[1:]
	for runs := 0; len(b) > 0; {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > 1<<40 || len(b) < size+orderSize || len(c.List) == boundary.MaxClasses {
			return errors.New("the classes of runs are damaged; explore again")
		}
		runs += int(n)
		var order [8]byte
		copy(order[:], b[size:size+orderSize])
		c.List = append(c.List, Class{runs, binary.LittleEndian.Uint64(order[:])})
		b = b[size+orderSize:]
	}
	return nil
}

package explorer

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestDependenceKnowsTheOperations: package explore has the numbers of operations of its own.
// Two operations on one object depend on each other unless both read, both share, or one does
// nothing.
func TestDependenceKnowsTheOperations(t *testing.T) {
	nothing := map[uint8]bool{0: true, uint8(trace.OpGo): true, point.OpYield: true}
	alike := []map[uint8]bool{
		{uint8(trace.OpRRequest): true, uint8(trace.OpRLock): true},
		{uint8(trace.OpLoad): true, uint8(trace.OpRead): true},
	}
	for a := range 256 {
		for b := range 256 {
			x, y := uint8(a), uint8(b)
			want := !nothing[x] && !nothing[y]
			for _, set := range alike {
				want = want && !(set[x] && set[y])
			}
			for _, objects := range [][2]uint32{{7, 7}, {7, 0}, {0, 7}, {0, 0}} {
				if got := point.Dependent(point.Touch{Object: objects[0], Op: x}, point.Touch{Object: objects[1], Op: y}); got != want {
					t.Fatalf("%v and %v on objects %v: dependent %t, want %t", trace.Op(x), trace.Op(y), objects, got, want)
				}
			}
			if point.Dependent(point.Touch{Object: 7, Op: x}, point.Touch{Object: 8, Op: y}) {
				t.Fatalf("%v and %v depend on each other on different objects", trace.Op(x), trace.Op(y))
			}
		}
	}
}

package deadlocklint

import (
	"context"
	"runtime/debug"
	"testing"
)

// TestProductsNeedEveryFunction brings the products and all that they import into SSA form. TestStructureIsNoticed checks
// the checker in a small module.
func TestProductsNeedEveryFunction(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the program stays, and collections took a third of the CPU time
	p, err := read(t, ".").Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	found, err := dead(p, kept)
	if err != nil {
		t.Fatal(err)
	}
	report(t, found)
}

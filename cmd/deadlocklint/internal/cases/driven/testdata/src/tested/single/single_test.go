package single

import "testing"

func TestMerge(t *testing.T) {
	t.Parallel()
	few, many := Of("a"), Of("b", "c")
	many.Merge(few)
	if n := many.Len(); n != 3 {
		t.Errorf("%d names", n)
	}
}

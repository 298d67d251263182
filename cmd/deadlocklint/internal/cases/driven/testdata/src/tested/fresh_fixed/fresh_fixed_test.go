package fresh_fixed

import "testing"

func TestAppend(t *testing.T) {
	var a, b Log
	a.Add("x")
	b.Append(&a)
	b.Append(a.Copy())
	if len(b.lines) != 2 {
		t.Error(b.lines)
	}
}

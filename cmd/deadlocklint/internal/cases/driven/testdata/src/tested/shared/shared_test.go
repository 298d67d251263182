package shared

import "testing"

func TestAdd(t *testing.T) {
	s := Of()
	s.Add("a")
	if !s.Has("a") {
		t.Error("a is lost")
	}
}

func TestIn(t *testing.T) {
	part, whole := Of("a"), Of("a", "b")
	if !part.In(whole) {
		t.Error("the part is not in the whole")
	}
}

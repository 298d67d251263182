package once_fixed

import "testing"

func TestFind(t *testing.T) {
	s := &Store{items: []string{"a", "b"}}
	if at := s.Find("b"); at != 1 {
		t.Error(at)
	}
}

func TestAdd(t *testing.T) {
	s := &Store{}
	s.Add("a")
	if len(s.items) != 1 {
		t.Error(s.items)
	}
}

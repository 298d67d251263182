package linkedlist

import "testing"

func TestBuild(t *testing.T) {
	words, want := build(3, "one two", "three four", "five")
	if int64(len(words)) != want || want != 5 {
		t.Errorf("%d words, want %d: %v", len(words), want, words)
	}
}

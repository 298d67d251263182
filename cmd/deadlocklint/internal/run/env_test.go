package run

import "testing"

func TestQuoteEnv(t *testing.T) {
	if got, want := quoteEnv("A=it's"), `A='it'\''s'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

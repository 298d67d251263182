package m

import "testing"

func TestBank(t *testing.T) {
	b := &bank{}
	b.ab()
	b.ba()
}

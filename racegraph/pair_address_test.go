package racegraph

import "testing"

// TestAddress: a race is about the variable at the bytes that both accesses have in common, and a word has several small ones.
func TestAddress(t *testing.T) {
	for _, c := range []struct {
		first, second uint8
		isMap         bool
		want          uint64
	}{{0xff, 0xff, false, 64}, {4, 4, false, 66}, {0x30, 0xff, false, 68}, {0, 0, true, 64}} {
		r := Race{First: Access{Word: 64, Bytes: c.first, Map: c.isMap}, Second: Access{Word: 64, Bytes: c.second}}
		if at := r.Address(); at != c.want {
			t.Errorf("bytes %#x and %#x: address %d, want %d", c.first, c.second, at, c.want)
		}
	}
}

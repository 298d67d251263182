// Package xdr stands in for a module that is no longer to be had.
package xdr

// A Marshaller writes nothing.
type Marshaller struct {
	Data  []byte
	Error error
}

// MarshalString does nothing.
func (*Marshaller) MarshalString(string) {}

// An Unmarshaller reads nothing.
type Unmarshaller struct {
	Data  []byte
	Error error
}

// UnmarshalStringMax returns nothing.
func (*Unmarshaller) UnmarshalStringMax(int) string { return "" }

// Padding is how many bytes are missing to a multiple of four.
func Padding(n int) int { return -n & 3 }

// ElementSizeExceeded returns nil.
func ElementSizeExceeded(string, int, int) error { return nil }

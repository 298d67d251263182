package predict

import "runtime/metrics"

// MaxLive is the number of bytes that may live in the process while lock graphs are
// built. With the garbage that Go keeps beside them, that is less than 2 GB. Later
// parts of a recording are then left out. A million goroutines that each do little take
// about as much.
const MaxLive = 900 << 20

// inUse is how many bytes the last garbage collection has left.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

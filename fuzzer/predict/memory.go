package predict

import "runtime/metrics"

// MaxLive is how many bytes may live in the process while lock graphs are built:
// with the garbage that Go lets lie beside them, less than 2 GB. What comes later
// in a recording is then not looked at. A million goroutines that each do little
// take about as much.
const MaxLive = 900 << 20

// inUse is how many bytes the last garbage collection has left.
func inUse() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

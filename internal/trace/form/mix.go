package form

// Mix mixes two hashes.
func Mix(a, b uint64) uint64 {
	a ^= b + 0x9e3779b97f4a7c15 + a<<6 + a>>2
	a ^= a >> 31
	a *= 0xbf58476d1ce4e5b9
	a ^= a >> 29
	return a
}

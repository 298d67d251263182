package m

// Take returns the value with the lock held where there is none.
func (x *T) Take(known bool) int {
	//deadlocklint:ignore missingunlock the caller unlocks
	x.mu.Lock()
	if !known {
		return 0
	}
	v := x.value
	x.mu.Unlock()
	return v
}

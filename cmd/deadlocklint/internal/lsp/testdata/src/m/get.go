package m

func (x *T) Get(b bool) int {
	x.a.Lock()
	if b {
		return 0
	}
	x.a.Unlock()
	return 1
}

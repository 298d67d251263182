// Package unsure_right looks like package unsure.
package unsure_right

// Flag receives the rest when it has had enough.
func Flag(read func() (int, bool), use func(int), enough func() bool) {
	in := make(chan int)
	go func() {
		defer close(in)
		for {
			n, ok := read()
			if !ok {
				return
			}
			in <- n
		}
	}()
	for n := range in {
		use(n)
		if enough() {
			break
		}
	}
	for range in {
	}
}

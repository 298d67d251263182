// Package wraps_around_right computes numbers that their types have no room for.
package wraps_around_right

func Mix() uint64 {
	sum := make(chan uint64, 1)
	x := uint64(0x2545f4914f6cdd1d)
	for outer := 0; outer < 6; outer++ {
		for inner := 0; inner < 7; inner++ {
			x = x*x + 3
		}
	}
	sum <- x
	return <-sum
}

// Small begins at zero again.
func Small() {
	done := make(chan int)
	n := uint8(255)
	n++
	go func() { done <- 1 }()
	if n == 0 {
		<-done
		return
	}
	if n == 255 {
		<-done
	}
	<-done
}

// Cut keeps the lower bits.
func Cut() {
	done := make(chan int, 1)
	n := 256
	small := uint8(n)
	if small == 0 {
		done <- 1
	}
	if small == 0 {
		<-done
	}
}

// Shuffled has one expression that uses the same values again and again.
func Shuffled(h uint64, more bool) uint64 {
	out := make(chan uint64, 1)
	if more {
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		h ^= h << 9
		h ^= h >> 5
		println(h)
	}
	out <- h
	return <-out
}

package transcript

import "strconv"

// drawn words what a function of math/rand has made of the number that its source gave it. The number of a function with a
// range is its result.
func drawn(function string, number uint64) string {
	const high, fraction = 1 << 63, 1 << 53
	switch function {
	case "math/rand.Float64", "math/rand.Float32":
		return fractional(float64(number&^high) / high)
	case "math/rand/v2.Float64":
		return fractional(float64(number%fraction) / fraction)
	case "math/rand/v2.Float32":
		return fractional(float64(number>>32%(1<<24)) / (1 << 24))
	case "math/rand.Uint32":
		number = number &^ high >> 31
	case "math/rand.Int31":
		number = number &^ high >> 32
	case "math/rand/v2.Uint32":
		number >>= 32
	case "math/rand/v2.Int32":
		number >>= 33
	case "math/rand.Int63", "math/rand.Int", "math/rand/v2.Int64", "math/rand/v2.Int":
		number &^= high
	}
	return strconv.FormatUint(number, 10)
}

func fractional(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

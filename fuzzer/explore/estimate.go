package explore

// MaxWeight is the largest weight: squares of it can still be added.
const MaxWeight = 1e150

// An Estimate is of the number of schedules, from weights of random runs: each
// is the product of the numbers of enabled goroutines at the choices of a run
// (Knuth: Estimating the efficiency of backtrack programs, 1975, theorem 1).
// Its expectation is the number of schedules. The distribution is skewed: few
// runs tend to give too small a mean and too small an error.
type Estimate struct {
	n       int
	mean, s float64 // s is the sum of squared differences from the mean
}

// Add adds the weight of one run.
func (e *Estimate) Add(weight float64) {
	if !(weight >= 0) { // also what is not a number
		return
	}
	weight = min(weight, MaxWeight)
	e.n++
	d := weight - e.mean
	e.mean += d / float64(e.n)
	e.s += d * (weight - e.mean)
}

// Mean is the estimated number of schedules, 0 without runs.
func (e *Estimate) Mean() float64 { return e.mean }

// Error is the standard error of the mean. With less than two runs it is the
// mean itself, because nothing is known.
func (e *Estimate) Error() float64 {
	if e.n < 2 {
		return e.mean
	}
	return root(e.s / float64(e.n-1) / float64(e.n))
}

// root is the square root of a number that is not negative, by Newton's method
// from above: the values fall until they are as close as they can be.
func root(x float64) float64 {
	if x <= 0 {
		return 0
	}
	y := max(x, 1)
	for {
		z := (y + x/y) / 2
		if z >= y {
			return y
		}
		y = z
	}
}

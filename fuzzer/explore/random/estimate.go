package random

// MaxWeight is the largest weight: squares of it can still be added.
const MaxWeight = 1e150

// An Estimate estimates the number of schedules from weights of random runs. The weight of a
// run is the product of the numbers of enabled goroutines at its choices. Its expectation is
// the number of schedules. The distribution is skewed: few runs tend to give too small a mean
// and too small an error. Source: Knuth: Estimating the efficiency of backtrack programs, 1975,
// theorem 1.
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

// EstimateOf is an estimate with parts that another one had.
func EstimateOf(n int, mean, squares float64) Estimate { return Estimate{max(n, 0), mean, squares} }

// Parts are the number of weights, their mean and the sum of their squared differences
// from it.
func (e *Estimate) Parts() (n int, mean, squares float64) { return e.n, e.mean, e.s }

// Merge adds the weights of another estimate (Chan, Golub, LeVeque: Updating formulae and
// a pairwise algorithm for computing sample variances, 1979).
func (e *Estimate) Merge(o Estimate) {
	if o.n == 0 {
		return
	}
	n := float64(e.n + o.n)
	d := o.mean - e.mean
	e.s += o.s + d*d*float64(e.n)*float64(o.n)/n
	e.mean += d * float64(o.n) / n
	e.n += o.n
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

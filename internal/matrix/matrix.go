// Package matrix divides tests that run many programs. "go test ./..." runs a sample,
// which a developer has the patience for. The build tag "rest" runs the other part, in
// script/ci/rest.sh. Each program that is not random is in exactly one of them.
//
// A test with a sample of its own calls [Part], [Every] or [Has]. A test of
// random programs calls [Count], and has all of them in the rest. A test that is in the rest as a whole is
// in a file with the build tag. The helpers that only such tests call are there, too.
//
// It is for tests and is linked into nothing else. It skips no test: .ci/run has
// the rest for each commit.
package matrix

import "slices"

// Part returns the elements of a matrix that this build tests: those of the sample, or
// with the build tag "rest" all others.
func Part[T any](all []T, sampled func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return !testsHere(sampled(x)) })
}

// Every returns the elements that this build tests, when the sample has each n-th.
func Every[T any](n int, all []T) (part []T) {
	for i, x := range all {
		if Has(n, i) {
			part = append(part, x)
		}
	}
	return part
}

// Has reports whether this build tests the element with an index, when the sample has each
// n-th.
func Has(n, index int) bool { return testsHere(index%n == 0) }

// testsHere reports whether this build tests what is in the sample, or is not.
func testsHere(sampled bool) bool {
	if Rest {
		return !sampled
	}
	return sampled
}

// Count returns how many random programs this build tests: a sample, or with the build tag
// "rest" all. The number of findings that a test wants should be in proportion.
func Count(sample, all int) int {
	if Rest {
		return all
	}
	return sample
}

// Package matrix tells a test how many random programs, builds and foreign modules to run. "go test ./..." runs a
// sample, which a developer has the patience for. The build tag "rest" runs them all, in script/ci/rest.sh. A test that is
// about these as a whole is in a file with that tag.
//
// It is for tests and is linked into nothing else. It skips no test: .ci/run has the rest.
package matrix

// Count returns how many random programs this build tests: a sample, or with the build tag
// "rest" all. The number of findings that a test wants should be in proportion.
func Count(sample, all int) int {
	if Rest {
		return all
	}
	return sample
}

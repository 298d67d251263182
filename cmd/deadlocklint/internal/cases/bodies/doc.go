// Package bodies explores each kind of body that a test binary has, and what takes part in its runs. Bodies are tests and
// subtests, seeds of fuzz targets, bubbles of testing/synctest, and calls of package deadlocktest. Residents, children and files outside
// take part, or withdraw a claim. It has tests only.
package bodies

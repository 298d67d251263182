// Package bodies explores each kind of body: tests, subtests, seeds of fuzz targets, bubbles of testing/synctest, and calls of
// package deadlocktest. Residents, children and files outside take part in such runs. The package has tests only.
package bodies

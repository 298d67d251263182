// Package bodies explores each kind of body that a test binary has: tests, subtests, seeds of fuzz targets, bubbles of
// testing/synctest, and calls of package deadlocktest. Tests of what takes part in their runs are here, too: residents, children
// and files outside.
package bodies

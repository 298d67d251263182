// Package waiting runs the cases of testdata about goroutines that wait for something
// else than a lock: channels, selects, conditions, WaitGroups and timers. Each case
// contains its expectation; see package cases.
package waiting

// Package deadlock runs the cases of testdata that are about locks, channels and
// goroutines that wait: all but those of the packages beside it, order and protocol.
// What a case expects is written in it; see package cases.
package deadlock

// Package deadlock runs the cases of testdata that are about locks: all but those of the
// packages beside it, order, waiting and protocol. What a case expects is written in
// it; see package cases.
package deadlock

// Package deadlock runs the cases of testdata that are about locks. Packages order,
// waiting and protocol beside it run the others. Each case contains its expectation;
// see package cases.
package deadlock

// Package communication runs the cases of testdata about channels, Conds, timers, and orders by them, as package cases runs the others.
// It has nothing of its own: the file of a case says what is to be found.
package communication

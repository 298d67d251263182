// Package races runs the cases of its testdata, which are about data races. Each is a module
// with tests, as a user has it. What a case expects is written in it: how many races are
// harmful, how many are without visible difference, and words of their messages. A twin
// expects none.
package races

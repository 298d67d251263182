// Package races runs the cases of its testdata, which are about data races. Each is a module
// with tests, as a user has it. Its section "expect" has the number
// of harmful races, of races that have shown no effect, and words that their messages
// have or lack. A twin expects none. Words of a limit allow the limit.
package races

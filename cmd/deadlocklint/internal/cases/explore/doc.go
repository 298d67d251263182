// Package explore calls deadlocklint explore on programs of testdata/src, and replays what it found. It has tests only: what
// one schedule shows, what a summary claims, and what is said of a test that cannot be explored. Package explored is the
// command's own.
package explore

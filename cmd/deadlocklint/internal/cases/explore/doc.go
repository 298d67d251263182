// Package explore calls deadlocklint explore on programs of testdata/src, and replays its findings. It has tests only. They are
// about findings, about the claims of summaries, and about the messages for tests that cannot be explored.
package explore

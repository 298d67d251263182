// Package protocol runs the cases of testdata/typestate: objects whose calls break
// the protocol of their type. What they expect is in words of their own, which the
// test explains; the rest is as in package cases.
package protocol

// Package protocol runs the cases of testdata/typestate: objects whose calls break the
// protocol of their type. Their expectations have words of their own, which the test
// explains. The rest is as in package cases.
package protocol

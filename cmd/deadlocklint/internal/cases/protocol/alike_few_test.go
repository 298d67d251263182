//go:build !rest

package protocol

// alikeChecks is how often TestAlike checks.
const alikeChecks = 2

// Package shown has a protocol.
package shown

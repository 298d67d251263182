// Package double_decided takes a lock twice, under conditions that hold by what the caller passes.
package double_decided

//go:build !linux

package command

// killBelow does nothing where the processes below one are not known. A terminal interrupts those of its group.
func killBelow(int) {}

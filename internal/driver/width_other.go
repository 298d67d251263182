//go:build !unix

package driver

import "io"

func terminalWidth(io.Writer) int { return 0 }

//go:build !unix

package console

import (
	"io"
	"os"
)

func terminalWidth(io.Writer) int { return 0 }

func terminalSize(*os.File) (cols int, ok bool) { return 0, true }

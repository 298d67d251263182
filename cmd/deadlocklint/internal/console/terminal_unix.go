//go:build unix

package console

import (
	"io"
	"os"
	"syscall"
	"unsafe"
)

// terminalWidth asks the terminal, or returns 0 when w is none.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	cols, _ := terminalSize(f)
	return cols
}

// terminalSize is the number of columns that a terminal reports, which may be none, and whether the
// file is a terminal. Other devices, such as the null device, are not.
func terminalSize(f *os.File) (cols int, ok bool) {
	var size struct{ rows, cols, x, y uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	return int(size.cols), errno == 0
}

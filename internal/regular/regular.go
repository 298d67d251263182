// Package regular reads files that the user did not name. Such a file is in a directory
// that may come from elsewhere, or another file names it.
//
// Such a name may lead to a pipe, at which a reader waits for ever, or to a device
// without an end. [Read] refuses everything but a regular file of a bounded size.
// A file that the user names on a command line is opened as it is: there a pipe is
// meant.
package regular

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Limit is the size of the largest file that is read without a limit of its own, in
// bytes.
const Limit = 256 << 20

// ErrSize is the error for a file that is larger than its limit.
var ErrSize = errors.New("the file is too large")

// Open opens a regular file. The error for anything else is a *[os.PathError].
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: name, Err: errors.New("no regular file")}
	}
	return os.Open(name)
}

// Read reads a regular file of at most limit bytes. A larger one is [ErrSize].
func Read(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		return nil, &os.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: more than %d bytes", ErrSize, limit)}
	}
	return text, err
}

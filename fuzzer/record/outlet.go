package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

// An outlet copies what a process writes. A child that the process leaves may have the pipe open for as long as the child lives,
// so the outlet ends with the process. The output of the process itself is in the pipe by then.
type outlet struct {
	pipe  *os.File // the end that is read
	to    io.Writer
	ended atomic.Bool // the process
	over  chan struct{}
}

// afterEnd is how long the pipe of a process that has ended is empty until its outlet ends, and maxAfterEnd is how much is
// copied then, in bytes: no pipe has room for more.
const (
	afterEnd    = 100 * time.Millisecond
	maxAfterEnd = 1 << 20
)

// Outlets are those of a command, with the ends of their pipes that the command gets.
type Outlets struct {
	list   []*outlet
	theirs []*os.File
}

// Connect gives the command its output. Files are its own, and other writers get an outlet; both are one when the writers are.
func Connect(cmd *exec.Cmd, stdout, stderr io.Writer) (*Outlets, error) {
	out := &Outlets{}
	var err error
	if cmd.Stdout, err = out.of(stdout); err == nil {
		if cmd.Stderr = cmd.Stdout; !same(stdout, stderr) {
			cmd.Stderr, err = out.of(stderr)
		}
	}
	if err != nil {
		out.End()
		return nil, fmt.Errorf("cannot make a pipe for %s: %w; close some files", cmd.Path, err)
	}
	return out, nil
}

// same reports whether two writers are one. Values of some types cannot be compared.
func same(a, b io.Writer) (is bool) {
	defer func() { _ = recover() }()
	return a == b
}

// of is the file that the command gets for a writer.
func (out *Outlets) of(to io.Writer) (io.Writer, error) {
	if _, isFile := to.(*os.File); isFile || to == nil {
		return to, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	o := &outlet{pipe: r, to: to, over: make(chan struct{})}
	go o.copy()
	out.list, out.theirs = append(out.list, o), append(out.theirs, w)
	return w, nil
}

// Started closes the ends of the command, which has them now.
func (out *Outlets) Started() {
	for _, f := range out.theirs {
		f.Close()
	}
	out.theirs = nil
}

// End waits until all that the command wrote is copied.
func (out *Outlets) End() {
	out.Started()
	for _, o := range out.list {
		o.ended.Store(true)
		o.soon() // wakes it
		<-o.over
	}
}

// soon lets reads end that find nothing. A system without deadlines waits for the children.
func (o *outlet) soon() { _ = o.pipe.SetReadDeadline(time.Now().Add(afterEnd)) }

// copy goes on reading when the writer fails, so that the process can end. The time that the writer takes does not count.
func (o *outlet) copy() {
	defer close(o.over)
	defer o.pipe.Close()
	buf := make([]byte, 32<<10)
	for after := 0; after < maxAfterEnd; {
		ended := o.ended.Load()
		if ended {
			o.soon()
		}
		n, err := o.pipe.Read(buf)
		_, _ = o.to.Write(buf[:n])
		if err != nil && (ended || !errors.Is(err, os.ErrDeadlineExceeded)) {
			return
		}
		if ended {
			after += n
		}
	}
}

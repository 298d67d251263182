// Package wrappers has constructors that only wrap, and types that have an object in a field.
package wrappers

import (
	"bufio"
	"io"
	"net"
	"os"
)

func create(name string) (*os.File, error) { return os.Create("tmp/" + name) }

func mustCreate(name string) *os.File {
	f, err := create(name)
	if err != nil {
		panic(err)
	}
	return f
}

func openReader(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func constructed(name string) error {
	f, err := create(name) // want `constructed returns without Close of the os.File`
	if err != nil {
		return err
	}
	_, err = f.WriteString("x")
	return err
}

func constructedTwice(name string) {
	f := mustCreate(name) // want `without Close of the os.File`
	f.WriteString("x")
}

func constructedAsInterface(name string) ([]byte, error) {
	r, err := openReader(name) // want `without Close of the os.File`
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func usedAfterClose(name string) error {
	f, err := create(name)
	if err != nil {
		return err
	}
	f.Close()
	return f.Sync() // want `Sync of the os.File is called after Close`
}

// A log is a file and more.
type log struct {
	*os.File
	lines int
}

func newLog(name string) (*log, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &log{File: f}, nil
}

func (l *log) line(s string) { l.WriteString(s); l.lines++ }

func embedded(name string) error {
	l, err := newLog(name) // want `without Close of the .*log.File`
	if err != nil {
		return err
	}
	l.line("x")
	return nil
}

func embeddedHere(name string) error {
	f, err := os.Create(name) // want `without Close of the os.File`
	if err != nil {
		return err
	}
	l := &log{File: f}
	l.line("x")
	return nil
}

func embeddedAndClosed(name string) error {
	l, err := newLog(name)
	if err != nil {
		return err
	}
	l.Close()
	return l.Sync() // want `Sync of the .*log.File is called after Close`
}

// A client has its connection in a field.
type client struct {
	conn net.Conn
	name string
}

func dial(addr string) (*client, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &client{conn: c, name: addr}, nil
}

func (c *client) say(s string) error {
	_, err := c.conn.Write([]byte(s))
	return err
}

func (c *client) stop() error { return c.conn.Close() }

func fieldOfAType(addr string) error {
	c, err := dial(addr) // want `without Close of the .*client.conn`
	if err != nil {
		return err
	}
	return c.say("x")
}

// The twins.

func rightConstructed(name string) error {
	f, err := create(name)
	if err != nil {
		return err
	}
	f.WriteString("x")
	return f.Close()
}

func rightEmbedded(name string) error {
	l, err := newLog(name)
	if err != nil {
		return err
	}
	l.line("x")
	return l.Close()
}

func rightFieldOfAType(addr string) error {
	c, err := dial(addr)
	if err != nil {
		return err
	}
	defer c.stop()
	return c.say("x")
}

func rightGivenOn(addr string, use func(*client)) error {
	c, err := dial(addr)
	if err != nil {
		return err
	}
	use(c)
	return nil
}

// A registry closes what it has given out.
type registry struct{ files []*os.File }

func (r *registry) open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	r.files = append(r.files, f)
	return f, nil
}

func rightRegistered(r *registry, name string) error {
	f, err := r.open(name)
	if err != nil {
		return err
	}
	_, err = f.Stat()
	return err
}

var shared *os.File

func getShared() *os.File {
	if shared == nil {
		shared, _ = os.Open("x")
	}
	return shared
}

func rightShared() error {
	_, err := getShared().Stat()
	return err
}

// unclosable has no method that closes the file: its owner is somebody else.
type unclosable struct{ f *os.File }

func newUnclosable(name string) *unclosable {
	f, _ := os.Open(name)
	return &unclosable{f}
}

func rightUnclosable(name string) string { return newUnclosable(name).f.Name() }

func buffered(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 1<<16) }

func rightBuffered(w io.Writer, s string) error {
	b := buffered(w)
	b.WriteString(s)
	return b.Flush()
}

func rightLiteral(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	l := &log{File: f}
	l.line("x")
	return l.Close()
}

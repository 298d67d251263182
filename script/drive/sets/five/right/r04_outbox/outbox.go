// Package outbox is the sending half of a message client. It gathers messages, and writes them as
// lines when there are enough or when it is told to.
//
// All methods may be called from several goroutines.
package outbox

import (
	"errors"
	"io"
	"strings"
	"sync"
)

// Errors of an outbox.
var (
	ErrClosed  = errors.New("outbox: closed")
	ErrMessage = errors.New("outbox: message with a line break")
)

// An Outbox writes messages to a connection. New makes one.
type Outbox struct {
	conn  io.Writer
	limit int

	mu      sync.Mutex
	pending []byte
	closed  bool
	failure error

	once     sync.Once
	closeErr error
}

// New returns an outbox that writes to conn when more than limit bytes are pending. With a limit
// of zero or less, every message is written at once. The conn must not be nil, one Write runs at
// a time, and it must not call the outbox. The outbox does not close the conn.
func New(conn io.Writer, limit int) *Outbox {
	return &Outbox{conn: conn, limit: max(limit, 0)}
}

// Send adds a message, which is written later. It returns the error of the write that it causes.
func (o *Outbox) Send(message string) error {
	if strings.ContainsAny(message, "\r\n") {
		return ErrMessage
	}
	full, err := o.add(message)
	if err != nil || !full {
		return err
	}
	return o.Flush()
}

// add makes a message pending, and tells whether there are enough of them to be written.
func (o *Outbox) add(message string) (full bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failure != nil {
		return false, o.failure
	}
	if o.closed {
		return false, ErrClosed
	}
	o.pending = append(append(o.pending, message...), '\n')
	return len(o.pending) > o.limit, nil
}

// Flush writes the messages that are pending. An error of the conn closes the outbox, and Send
// and Flush return it from then on. Without messages, Flush does nothing, also after Close.
func (o *Outbox) Flush() error {
	err := o.write()
	if err != nil {
		o.Close()
	}
	return err
}

// write writes what is pending and keeps the first error.
func (o *Outbox) write() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failure != nil || len(o.pending) == 0 {
		return o.failure
	}
	_, o.failure = o.conn.Write(o.pending)
	o.pending = o.pending[:0]
	return o.failure
}

// Pending returns the number of bytes that wait to be written.
func (o *Outbox) Pending() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.pending)
}

// Close writes what is pending. After it, Send returns an error. It may be called again, and
// returns the same each time.
func (o *Outbox) Close() error {
	o.once.Do(func() {
		o.mu.Lock()
		o.closed = true
		o.mu.Unlock()
		o.closeErr = o.write()
	})
	return o.closeErr
}

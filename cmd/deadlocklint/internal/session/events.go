package session

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
)

// An eventWriter takes the output of go test -json. It passes each event on, remembers the failures, and writes its text for people,
// without the lines in which package testing tells that a test begins or passes.
type eventWriter struct {
	failures
	events, text io.Writer
	rest         []byte // of a line that is not at its end yet
}

// A sharedWriter is stderr while two goroutines write there: one has the text of events, the other one the messages of
// the go command. A buffer alone would lose the text, since it reads from a process into its own end.
type sharedWriter struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements io.Writer.
func (w *sharedWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(b)
}

// Write implements io.Writer.
func (w *eventWriter) Write(b []byte) (int, error) {
	w.rest = append(w.rest, b...)
	for {
		line, rest, whole := bytes.Cut(w.rest, []byte("\n"))
		if !whole {
			return len(b), nil
		}
		w.rest = rest
		if err := w.line(line); err != nil {
			return 0, err
		}
	}
}

// line passes a line on. A line that is no event, such as a message of the go command, is text.
func (w *eventWriter) line(line []byte) error {
	var event struct{ Action, Package, Test, Output, FailedBuild string }
	if json.Unmarshal(line, &event) != nil || event.Action == "" {
		_, err := w.text.Write(append(bytes.Clone(line), '\n'))
		return err
	}
	if _, err := w.events.Write(append(bytes.Clone(line), '\n')); err != nil {
		return err
	}
	switch {
	case event.Action == "fail" && event.Test != "":
		w.test(event.Package, event.Test)
	case event.Action == "fail":
		w.end(event.Package, event.FailedBuild == "", w.tests[event.Package])
	}
	if event.Output == "" || isFraming(event.Output) {
		return nil
	}
	_, err := io.WriteString(w.text, event.Output)
	return err
}

// isFraming reports whether a line only tells that a test begins or passes.
func isFraming(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- PASS") || line == "PASS\n"
}

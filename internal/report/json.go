package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A Document is the last line of the JSON output: everything that there is to know at the end.
type Document struct {
	Version  int       `json:"version"`
	Complete bool      `json:"complete"` // see [Stats.Complete]
	Findings []Finding `json:"findings"`
	Stats    Stats     `json:"stats"`
}

// An Announced is a line of the JSON output for one finding, as far as it is known by then. The last line decides.
type Announced struct {
	Version int     `json:"version"`
	Finding Finding `json:"finding"`
}

// NewJSON returns a handler that writes a line for each finding to w, and a [Document] as the last
// line when it is closed. The last line shows a reader that the output is whole. The findings with
// the ids before had their lines earlier.
func NewJSON(w io.Writer, before ...string) Handler {
	return &jsonHandler{w: w, before: before, findings: []Finding{}}
}

type jsonHandler struct {
	w        io.Writer
	before   []string
	findings []Finding
}

func (h *jsonHandler) Finding(f Finding) error {
	h.findings = append(h.findings, complete(f))
	if slices.Contains(h.before, f.ID) {
		return nil
	}
	return Announce(h.w, f)
}

func (h *jsonHandler) Close(stats Stats) error {
	stats.Limits = orEmpty(stats.Limits)
	stats.Damaged = orEmpty(stats.Damaged)
	stats.Unseen = orEmpty(stats.Unseen)
	return writeLine(h.w, Document{Version, stats.Complete(), h.findings, stats})
}

// Announce writes the line of a finding.
func Announce(w io.Writer, f Finding) error { return writeLine(w, Announced{Version, complete(f)}) }

func writeLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // function names are full of < and >
	if err := enc.Encode(v); err != nil {
		return writeError(err)
	}
	return nil
}

// ReadDocument reads the JSON output of a command and returns its last line. Output without that line is
// an error: the command was ended, or failed before it had anything to say.
func ReadDocument(r io.Reader) (Document, error) {
	lines := bufio.NewReader(r)
	var last []byte
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			last = line
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Document{}, err
		}
	}
	var doc struct {
		Document
		Stats *Stats `json:"stats"`
	}
	if err := json.Unmarshal(last, &doc); err != nil {
		return Document{}, fmt.Errorf("the last line is no document: %w; run the command again", err)
	}
	if doc.Stats == nil {
		return Document{}, errors.New("the output has no last line with the sums; run the command again")
	}
	doc.Document.Stats = *doc.Stats
	return doc.Document, nil
}

// complete returns f with empty lists in place of missing ones, so that a
// reader of the JSON form need not expect null there.
func complete(f Finding) Finding {
	f.Tests = orEmpty(f.Tests)
	goroutines := make([]Goroutine, len(f.Goroutines))
	for i, g := range f.Goroutines {
		g.Steps = orEmpty(g.Steps)
		goroutines[i] = g
	}
	f.Goroutines = goroutines
	return f
}

func orEmpty[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s
}

func writeError(err error) error {
	return fmt.Errorf("the report could not be written: %w; check the output file or pipe and run again", err)
}

package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// A Document is the whole JSON output.
type Document struct {
	Version  int       `json:"version"`
	Complete bool      `json:"complete"` // see [Stats.Complete]
	Findings []Finding `json:"findings"`
	Stats    Stats     `json:"stats"`
}

// NewJSON returns a handler that writes one [Document] to w when it is closed. It writes
// nothing before that. So a reader has the whole document, or an error that shows that it is
// incomplete.
func NewJSON(w io.Writer) Handler {
	return &jsonHandler{w: w, findings: []Finding{}}
}

type jsonHandler struct {
	w        io.Writer
	findings []Finding
}

func (h *jsonHandler) Finding(f Finding) error {
	h.findings = append(h.findings, complete(f))
	return nil
}

func (h *jsonHandler) Close(stats Stats) error {
	stats.Limits = orEmpty(stats.Limits)
	stats.Damaged = orEmpty(stats.Damaged)
	stats.Unseen = orEmpty(stats.Unseen)
	enc := json.NewEncoder(h.w)
	enc.SetEscapeHTML(false) // function names are full of < and >
	enc.SetIndent("", "\t")
	if err := enc.Encode(Document{Version, stats.Complete(), h.findings, stats}); err != nil {
		return writeError(err)
	}
	return nil
}

// complete returns f with empty lists in place of missing ones, so that a
// reader of the JSON form need not expect null there.
func complete(f Finding) Finding {
	f.Tests = orEmpty(f.Tests)
	goroutines := make([]Goroutine, len(f.Goroutines))
	for i, g := range f.Goroutines {
		goroutines[i] = Goroutine{g.Name, orEmpty(g.Steps)}
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

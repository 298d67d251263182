package render

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// NewGitHub returns a handler that writes a workflow command for each finding as it comes.
// GitHub shows the finding at its line in the files of a pull request. A deadlock is an error,
// a finding of a static check a warning, and a candidate a notice. Infeasible, not seen,
// harmless and suppressed findings are left out. Prefix is the path from the root of the
// checkout to that of the main module.
//
// Link returns the address of the page of a check, or is nil. The address is the last line of
// the text, since an annotation has no field for it.
//
// GitHub shows ten annotations of each kind per step; SARIF has no such bound.
func NewGitHub(w io.Writer, prefix string, link func(check checks.Name) string) report.Handler {
	return &githubHandler{w, prefix, link}
}

type githubHandler struct {
	w      io.Writer
	prefix string
	link   func(check checks.Name) string
}

func (h *githubHandler) Finding(f report.Finding) error {
	level := "notice"
	switch {
	case f.Suppressed, f.Status == report.StatusInfeasible, f.Status == report.StatusNotSeen, f.Status == report.StatusHarmless:
		return nil
	case f.IsDeadlock():
		level = "error"
	case f.Status == report.StatusStatic:
		level = "warning"
	}
	var props []string
	if file, line, _ := report.SplitPos(f.Pos); line > 0 && !strings.Contains(file, "@") && !path.IsAbs(file) {
		props = append(props, "file="+property(path.Join(h.prefix, file)), fmt.Sprint("line=", line))
	}
	props = append(props, "title="+property(f.Heading()+" ("+string(f.Check)+" "+f.ID+")"))
	text := f.Message
	for _, g := range f.Goroutines {
		if n := len(g.Steps); n > 0 {
			label, what := g.Steps[n-1].Waits()
			text += fmt.Sprintf("\ngoroutine %s %s %s at %s", g.Name, label, what, g.Steps[n-1].Pos)
		}
	}
	for _, fix := range f.Fixes {
		text += "\nfix: " + fix.Message
	}
	if f.Replay != "" {
		text += "\n" + f.Replay
	}
	text += page(h.link, f.Check)
	if _, err := fmt.Fprintf(h.w, "::%s %s::%s\n", level, strings.Join(props, ","), data(text)); err != nil {
		return fmt.Errorf("the annotations could not be written: %w; run again", err)
	}
	return nil
}

func (h *githubHandler) Close(report.Stats) error { return nil }

// page is a line with the address of the page of a check, or "".
func page(link func(checks.Name) string, check checks.Name) string {
	if link == nil {
		return ""
	}
	if address := link(check); address != "" {
		return "\n" + address
	}
	return ""
}

// data and property escape text as GitHub's own toolkit does.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}

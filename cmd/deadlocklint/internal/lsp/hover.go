package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/creachadair/jrpc2"

	"github.com/deadlocklint/deadlocklint/passes/suite"
)

// hover explains the findings at a position, on either side of it: the message, all its places, and the purpose of the check. It is
// nil where nothing is found.
func (s *Server) hover(_ context.Context, req *jrpc2.Request) (any, error) {
	var p hoverParams
	if err := req.UnmarshalParams(&p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.at(pathOf(p.TextDocument.URI), p.Position)
	if len(found) == 0 {
		return nil, nil
	}
	texts := make([]string, len(found))
	for i, d := range found {
		texts[i] = explain(d)
	}
	return hoverResult{Contents: markup{Kind: "markdown", Value: strings.Join(texts, "\n\n---\n\n")}}, nil
}

// at returns what is found at a position: itself, or one of its places. That may be in another file than the
// rest of it.
func (s *Server) at(file string, pos position) (list []diagnostic) {
	if file == "" {
		return nil
	}
	root, uri := moduleOf(file), uriOf(file)
	files := map[string]bool{file: true}
	for f := range s.static {
		files[f] = true
	}
	for f := range s.open {
		files[f] = true
	}
	for f := range s.published {
		files[f] = true
	}
	for _, f := range slices.Sorted(maps.Keys(files)) {
		if moduleOf(f) != root {
			continue
		}
		for _, d := range s.diagnostics(f) {
			there := f == file && d.Range.covers(pos)
			told := d.finding != "" && slices.ContainsFunc(list, func(o diagnostic) bool { return o.finding == d.finding }) // at its other side
			if !told && (there || slices.ContainsFunc(d.Related, func(r related) bool { return r.Location.URI == uri && r.Location.Range.covers(pos) })) {
				list = append(list, d)
			}
		}
	}
	return list
}

func (r textRange) covers(p position) bool {
	before := func(a, b position) bool { return a.Line < b.Line || a.Line == b.Line && a.Character <= b.Character }
	return before(r.Start, p) && before(p, r.End)
}

// explain is a diagnostic as Markdown.
func explain(d diagnostic) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s %s**\n\n%s\n", d.Source, d.Code, strings.ReplaceAll(d.Message, "\n", "\n\n"))
	for _, r := range d.Related {
		fmt.Fprintf(&b, "\n- [line %d](%s#L%d): %s", r.Location.Range.Start.Line+1, r.Location.URI, r.Location.Range.Start.Line+1, r.Message)
	}
	analyzer := suite.Named(d.Code)
	if doc := suite.Docs()[analyzer]; doc != "" {
		title, _, _ := strings.Cut(doc, "\n")
		fmt.Fprintf(&b, "\n\n[%s](%s%s.md): %s", analyzer, docs, analyzer, strings.TrimPrefix(title, analyzer+": "))
	}
	return b.String()
}

package lsp

import (
	"fmt"
	"strings"
)

// actions are the quick fixes for the findings in a part of a file. A file that
// was changed after it was checked has none: their places would be wrong.
func (s *Server) actions(file string, r textRange) []codeAction {
	list := []codeAction{}
	for _, f := range s.static[file] {
		d := s.ofStatic(file, f)
		if d.Range.End.Line < r.Start.Line || d.Range.Start.Line > r.End.Line || !s.unchanged(file) {
			continue
		}
		for _, fix := range f.Fixes {
			if edit, ok := s.edit(fix); ok {
				list = append(list, codeAction{fix.Message, "quickfix", []diagnostic{d}, edit})
			}
		}
		list = append(list, s.ignore(file, f, d))
	}
	return list
}

// edit turns byte offsets into positions.
func (s *Server) edit(fix suggestion) (workspaceEdit, bool) {
	changes := map[string][]textEdit{}
	for _, e := range fix.Edits {
		if !s.unchanged(e.File) {
			return workspaceEdit{}, false
		}
		t := s.text(e.File)
		uri := uriOf(e.File)
		changes[uri] = append(changes[uri], textEdit{textRange{t.offset(e.Start), t.offset(e.End)}, e.New})
	}
	return workspaceEdit{changes}, len(changes) > 0
}

// ignore is the action that begins to silence a finding: it writes the comment
// without its reason, which the reader has to add. Until then the comment is
// reported and not obeyed.
func (s *Server) ignore(file string, f static, d diagnostic) codeAction {
	_, line, _ := splitPosn(f.Posn)
	text := s.text(file).line(line)
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	at := position{Line: d.Range.Start.Line}
	comment := fmt.Sprintf("%s//deadlocklint:ignore %s\n", indent, d.Code)
	return codeAction{
		Title: "Ignore " + d.Code + " here: add the reason", Kind: "quickfix", Diagnostics: []diagnostic{d},
		Edit: workspaceEdit{map[string][]textEdit{uriOf(file): {{textRange{at, at}, comment}}}},
	}
}

package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// The parts of the protocol that are used here. Names are those of its
// specification.
type (
	position struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // in UTF-16 units, from 0
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string    `json:"uri"`
		Range textRange `json:"range"`
	}
	diagnostic struct {
		Range    textRange        `json:"range"`
		Severity int              `json:"severity"`
		Code     string           `json:"code"`
		Link     *codeDescription `json:"codeDescription,omitempty"`
		Source   string           `json:"source"`
		Message  string           `json:"message"`
		Related  []related        `json:"relatedInformation,omitempty"`

		finding string // id of a finding that a run has confirmed, "" for a static finding
	}
	codeDescription struct {
		Href string `json:"href"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	publishParams struct {
		URI         string       `json:"uri"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	textDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
	documentParams struct {
		TextDocument   textDocument `json:"textDocument"`
		ContentChanges []struct {
			Text string `json:"text"`
		} `json:"contentChanges"`
		Text *string `json:"text"` // of didSave
	}
	codeActionParams struct {
		TextDocument textDocument `json:"textDocument"`
		Range        textRange    `json:"range"`
	}
	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		Diagnostics []diagnostic  `json:"diagnostics"`
		Edit        workspaceEdit `json:"edit"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}
	editorCommand struct {
		Title     string   `json:"title"`
		Command   string   `json:"command"`
		Arguments []string `json:"arguments"`
	}
	codeLens struct {
		Range   textRange     `json:"range"`
		Command editorCommand `json:"command"`
	}
	hoverParams struct {
		TextDocument textDocument `json:"textDocument"`
		Position     position     `json:"position"`
	}
	hoverResult struct {
		Contents markup `json:"contents"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
)

// Severities of diagnostics, and types of messages.
const (
	severityError   = 1
	severityWarning = 2

	messageError = 1
	messageInfo  = 3
)

// pathOf is the file of a URI, "" when it is none.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}

// uriOf is the URI of a file.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

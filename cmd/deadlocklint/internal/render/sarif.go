package render

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"honnef.co/go/tools/sarif"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Fingerprint is the key of a finding's id among its partial fingerprints.
const Fingerprint = "deadlocklintId/v1"

// srcRoot is the base of paths in the main module: the name that code
// hosts give to the root of a checkout.
const srcRoot = "%SRCROOT%"

// SARIFOptions says what a SARIF document tells about the tool. The zero value
// works.
type SARIFOptions struct {
	Version string // of deadlocklint

	// Help returns what a check is about: one line, and all of it as text.
	Help func(check checks.Name) (title, text string)
	// Link returns the address of the page of a check, or "".
	Link func(check checks.Name) string
	// Source returns a file that is named as in a position, or nil. Without it
	// columns are those of bytes, and there are no fixes.
	Source func(file string) []byte
	// Prefix is the path from the root of the checkout to that of the main
	// module, to which positions are relative; "" when they are one.
	Prefix string
}

// NewSARIF returns a handler that writes one SARIF document to w when it is
// closed, and nothing before that.
func NewSARIF(w io.Writer, opt SARIFOptions) report.Handler {
	return &sarifHandler{w: w, opt: opt, texts: map[string]text{}}
}

type sarifHandler struct {
	w        io.Writer
	opt      SARIFOptions
	findings []report.Finding
	texts    map[string]text
}

// The library's types have neither code flows nor fingerprints; the structs
// below extend them, field by field as section 3 of the standard names them.
type (
	log struct {
		Version string `json:"version"`
		Schema  string `json:"$schema"`
		Runs    []run  `json:"runs"`
	}
	run struct {
		sarif.Run
		Tool        tool         `json:"tool"`
		Results     []result     `json:"results"`
		Invocations []invocation `json:"invocations"`
		ColumnKind  string       `json:"columnKind"`
	}
	invocation struct {
		sarif.Invocation
		Notifications []notification `json:"toolExecutionNotifications,omitempty"`
	}
	notification struct {
		Level   string        `json:"level"`
		Message sarif.Message `json:"message"`
	}
	tool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		sarif.ToolComponent
		Rules []rule `json:"rules,omitempty"`
	}
	rule struct {
		sarif.ReportingDescriptor
		FullDescription sarif.Message `json:"fullDescription"`
	}
	result struct {
		sarif.Result
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows           []codeFlow        `json:"codeFlows,omitempty"`
		Properties          properties        `json:"properties"`
	}
	codeFlow struct {
		Message     sarif.Message `json:"message"`
		ThreadFlows []threadFlow  `json:"threadFlows"`
	}
	threadFlow struct {
		ID        string               `json:"id"`
		Message   sarif.Message        `json:"message"`
		Locations []threadFlowLocation `json:"locations"`
	}
	threadFlowLocation struct {
		Location sarif.Location `json:"location"`
	}
	properties struct {
		Status report.Status `json:"status"`
		Reason string        `json:"reason,omitempty"`
		Tests  []string      `json:"tests,omitempty"`
		Replay string        `json:"replay,omitempty"`

		Driver *report.Driver `json:"driver,omitempty"`
	}
)

func (h *sarifHandler) Finding(f report.Finding) error {
	h.findings = append(h.findings, f)
	return nil
}

func (h *sarifHandler) Close(stats report.Stats) error {
	doc := log{Version: sarif.Version, Schema: sarif.Schema, Runs: []run{h.run(stats)}}
	enc := json.NewEncoder(h.w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("the SARIF document could not be written: %w; check the file of -sarif and run again", err)
	}
	return nil
}

func (h *sarifHandler) run(stats report.Stats) run {
	r := run{Results: []result{}, Invocations: []invocation{invoked(stats)}, ColumnKind: "unicodeCodePoints"}
	r.Tool.Driver.ToolComponent = sarif.ToolComponent{
		Name: "deadlocklint", Version: h.opt.Version,
		InformationURI: "https://github.com/deadlocklint/deadlocklint",
	}
	var names []checks.Name
	for _, f := range h.findings {
		r.Results = append(r.Results, h.result(f))
		names = append(names, f.Check)
	}
	slices.Sort(names)
	for _, check := range slices.Compact(names) {
		r.Tool.Driver.Rules = append(r.Tool.Driver.Rules, h.rule(check))
	}
	return r
}

// invoked says whether everything was looked at, and why not.
func invoked(stats report.Stats) (i invocation) {
	i.ExecutionSuccessful = stats.Complete() && len(stats.Failures) == 0
	if !i.ExecutionSuccessful {
		for _, note := range stats.Notes() {
			i.Notifications = append(i.Notifications, notification{sarif.Error, sarif.Message{Text: note}})
		}
	}
	return i
}

func (h *sarifHandler) rule(check checks.Name) rule {
	title, text := string(check), string(check)
	if h.opt.Help != nil {
		if t, all := h.opt.Help(check); t != "" {
			title, text = t, all
		}
	}
	link := ""
	if h.opt.Link != nil {
		link = h.opt.Link(check)
	}
	return rule{sarif.ReportingDescriptor{
		ID: string(check), HelpURI: link, ShortDescription: sarif.Message{Text: title}, Help: sarif.Message{Text: text},
		DefaultConfiguration: sarif.ReportingConfiguration{Enabled: true, Level: sarif.Warning},
	}, sarif.Message{Text: fullDescription(title, text)}}
}

// maxDescription is how many bytes of a rule's description code hosts show.
const maxDescription = 1000

// fullDescription is the title of a check and the first paragraph of prose after it, if that has room.
func fullDescription(title, text string) string {
	for par := range strings.SplitSeq(strings.TrimPrefix(text, title), "\n\n") {
		par = strings.Join(strings.Fields(par), " ")
		if par == "" || strings.HasPrefix(par, "#") {
			continue
		}
		if full := strings.TrimSuffix(title, ".") + ". " + par; len(full) <= maxDescription {
			return strings.TrimSuffix(full, ":") + map[bool]string{true: "."}[strings.HasSuffix(full, ":")]
		}
		break
	}
	return title
}

// level is error for a deadlock, warning for a finding that is not decided,
// note for a finding that lacks a part of its proof, and none for an impossible one.
func level(f report.Finding) (kind, level string) {
	switch {
	case f.IsDeadlock():
		return sarif.Fail, sarif.Error
	case f.Status == report.StatusInfeasible, f.Status == report.StatusHarmless:
		return "pass", sarif.None
	case f.Status == report.StatusNotSeen:
		return "review", sarif.None
	case f.IsPossible():
		return sarif.Fail, sarif.Note
	}
	return sarif.Fail, sarif.Warning
}

func (h *sarifHandler) result(f report.Finding) result {
	r := result{PartialFingerprints: map[string]string{Fingerprint: f.ID}}
	r.RuleID, r.Message = string(f.Check), sarif.Message{Text: f.Message}
	r.Kind, r.Level = level(f)
	r.Suppressions, r.Fixes = suppressions(f), h.fixes(f.Fixes)
	if loc, ok := h.location(f.Pos, ""); ok {
		r.Locations = []sarif.Location{loc}
	}
	for _, g := range f.Goroutines {
		for i, s := range g.Steps {
			if loc, ok := h.location(s.Pos, stepText(g, i)); ok {
				loc.ID = len(r.RelatedLocations) + 1
				r.RelatedLocations = append(r.RelatedLocations, loc)
			}
		}
	}
	r.RelatedLocations = append(r.RelatedLocations, h.words(f.Driver, len(r.RelatedLocations))...)
	if flows := h.threadFlows(f); len(flows) > 0 {
		r.CodeFlows = []codeFlow{{Message: sarif.Message{Text: f.Message}, ThreadFlows: flows}}
	}
	r.Properties = properties{Status: f.Status, Tests: f.Tests, Replay: f.Replay, Driver: f.Driver}
	if f.Dynamic != nil {
		r.Properties.Reason = f.Dynamic.Reason
	}
	return r
}

// words are the places of the sentences against which a generated test goes, after n other places.
func (h *sarifHandler) words(d *report.Driver, n int) (list []sarif.Location) {
	if d == nil {
		return nil
	}
	for _, w := range d.Against {
		if loc, ok := h.location(w.Pos, "the test goes against: "+w.Text); ok {
			loc.ID = n + len(list) + 1
			list = append(list, loc)
		}
	}
	return list
}

// threadFlows has a flow for each goroutine: both sides of a cycle.
func (h *sarifHandler) threadFlows(f report.Finding) []threadFlow {
	var flows []threadFlow
	for _, g := range f.Goroutines {
		flow := threadFlow{ID: g.Name, Message: sarif.Message{Text: "goroutine " + g.Name}}
		for i, s := range g.Steps {
			if loc, ok := h.location(s.Pos, stepText(g, i)); ok {
				flow.Locations = append(flow.Locations, threadFlowLocation{loc})
			}
		}
		if len(flow.Locations) > 0 {
			flows = append(flows, flow)
		}
	}
	return flows
}

// stepText words a step of a goroutine.
func stepText(g report.Goroutine, i int) string {
	s := g.Steps[i]
	label, what := s.Holds()
	switch {
	case s.Op == "go":
		label, what = "is created", ""
	case i == len(g.Steps)-1:
		label, what = s.Waits()
	}
	text := strings.Join(strings.Fields(label+" "+what), " ")
	if s.Func != "" {
		text += " in " + s.Func
	}
	return fmt.Sprintf("goroutine %s %s", g.Name, text)
}

// suppressions is never nil: no suppression is an empty list, which tells a
// reader that the tool knows about them.
func suppressions(f report.Finding) []sarif.Suppression {
	if !f.Suppressed {
		return []sarif.Suppression{}
	}
	kind := "external"
	if strings.HasPrefix(f.SuppressedBy, "comment") {
		kind = "inSource"
	}
	return []sarif.Suppression{{Kind: kind, Justification: f.SuppressedBy}}
}

// location makes a location of "file:line:col". There is none without a line.
func (h *sarifHandler) location(pos, message string) (sarif.Location, bool) {
	file, line, col := report.SplitPos(pos)
	if file == "" || line < 1 {
		return sarif.Location{}, false
	}
	loc := sarif.Location{PhysicalLocation: sarif.PhysicalLocation{
		ArtifactLocation: h.artifact(file),
		Region:           h.text(file).placed(line, col),
	}}
	if message != "" {
		loc.Message = &sarif.Message{Text: message}
	}
	return loc, true
}

// artifact names a file: relative to the checkout, or absolute.
func (h *sarifHandler) artifact(file string) sarif.ArtifactLocation {
	if path.IsAbs(file) {
		return sarif.ArtifactLocation{URI: (&url.URL{Scheme: "file", Path: file}).String()}
	}
	return sarif.ArtifactLocation{URI: (&url.URL{Path: path.Join(h.opt.Prefix, file)}).EscapedPath(), URIBaseID: srcRoot}
}

package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// NewJUnit returns a handler that writes one JUnit XML document to w when it is closed. CI
// servers that show tests read such documents. A finding is a test case named by its message
// and id. A finding that changes the exit status by default failed, a candidate was skipped,
// and an infeasible finding passed. Suppressed findings are left out. A run without findings
// has one case that passed, since readers take a document without any for a broken run.
//
// JUnit has no standard. The elements and attributes are those that the schemas of Jenkins and
// of GitLab have in common. The text of a failure ends with the address of the page of the
// check, when link is not nil and has one.
func NewJUnit(w io.Writer, name string, link func(check checks.Name) string) report.Handler {
	return &junitHandler{w: w, name: name, link: link}
}

type junitHandler struct {
	w     io.Writer
	name  string
	link  func(check checks.Name) string
	cases []junitCase
}

type (
	junitSuites struct {
		XMLName xml.Name `xml:"testsuites"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Cases []junitCase `xml:"testcase"`
		Out   string      `xml:"system-out,omitempty"`
	}
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Time    string        `xml:"time,attr"`
		Failure *junitOutcome `xml:"failure"`
		Skipped *junitOutcome `xml:"skipped"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

func (h *junitHandler) Finding(f report.Finding) error {
	if f.Suppressed {
		return nil
	}
	file, line, _ := report.SplitPos(f.Pos)
	c := junitCase{Class: "deadlocklint." + string(f.Check), Name: printable(f.Message) + " (" + f.ID + ")", File: file, Line: line, Time: "0"}
	outcome := &junitOutcome{Message: f.Heading() + ": " + printable(f.Message), Type: string(f.Check), Text: asText(f) + page(h.link, f.Check)}
	switch {
	case report.ExitStatus([]report.Finding{f}, false) == report.ExitFindings:
		c.Failure = outcome
	case f.Status != report.StatusInfeasible && f.Status != report.StatusHarmless:
		outcome.Type, outcome.Text = "", "" // the schemas allow neither
		c.Skipped = outcome
	}
	h.cases = append(h.cases, c)
	return nil
}

func (h *junitHandler) Close(stats report.Stats) error {
	if !stats.Complete() {
		h.fails("everything could be looked at", stats.Notes()[0])
	}
	for _, f := range stats.Failures {
		h.fails("the tool, the build and the tests succeed", f)
	}
	if len(h.cases) == 0 {
		h.cases = []junitCase{{Class: "deadlocklint", Name: "nothing found", Time: "0"}}
	}
	suite := junitSuite{Name: h.name, Cases: h.cases, Out: printableLines(stats.Notes())}
	for _, c := range h.cases {
		suite.Tests++
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Skipped != nil {
			suite.Skipped++
		}
	}
	doc := junitSuites{junitCounts: suite.junitCounts, Suites: []junitSuite{suite}}
	b, err := xml.MarshalIndent(doc, "", "\t")
	if err != nil {
		return fmt.Errorf("the JUnit document could not be made: %w; report this as a bug", err)
	}
	if _, err := fmt.Fprintf(h.w, "%s%s\n", xml.Header, b); err != nil {
		return fmt.Errorf("the JUnit document could not be written: %w; check the output file and run again", err)
	}
	return nil
}

// fails adds a case that is no finding.
func (h *junitHandler) fails(name, why string) {
	h.cases = append(h.cases, junitCase{Class: "deadlocklint", Name: name, Time: "0", Failure: &junitOutcome{Message: printable(why)}})
}

// asText is the finding as people read it.
func asText(f report.Finding) string {
	var b strings.Builder
	h := report.NewText(&b, report.TextOptions{Width: 100})
	_ = h.Finding(f) // a strings.Builder takes everything
	return "\n" + b.String()
}

func printableLines(lines []string) string {
	for i, l := range lines {
		lines[i] = printable(l)
	}
	return strings.Join(lines, "\n")
}

// printable drops what XML cannot hold and workflow commands would break at.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, s)
}

package html

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A page has the data of the template.
type page struct {
	Title    string
	Version  string
	Style    template.CSS
	Script   template.JS
	Summary  string
	Counts   []fact
	Notes    []string
	Findings []finding
	Statuses []status
	Graph    *graph

	Protocols     []*protocol
	MoreProtocols int

	Curves     []growth
	MoreCurves int

	Checks []check // of the findings that are shown
}

// A check is a kind of findings, with its explanation.
type check struct{ Name, Title, Text string }

// A fact is a word and its explanation.
type fact struct{ Name, Value string }

// A status is a row of the filter.
type status struct {
	Class, Label string
	Count        int
}

// A finding is one article of the page.
type finding struct {
	ID, Check, Title, Heading, Class, Pos string
	Open                                  bool   // its article is open at first
	Listed                                bool   // the page has a list, to which the article leads back
	Claim                                 []fact // the reason, and its assumptions
	Facts                                 []fact
	Locks                                 []lockName // the letters of its pictures
	Cycle                                 *cycle
	Protocol                              *protocol // that it violates
	Ending                                *timeline // how they come to wait for each other
	Recorded                              *timeline // the events of the recorded run
	Schedule                              *schedule // of an exploration, under which it happened
	Goroutines                            []goroutine
	Here                                  []line // when there are none
	Fixes                                 []fix
	EndingWords                           string
	Replay, ReplayWords                   string
	Dump, Output                          string
}

// A goroutine is one side of a finding with its source.
type goroutine struct {
	Name     string
	Excerpts []excerpt
}

func (h *handler) page(stats report.Stats) page {
	title := h.opt.Title
	if title == "" {
		title = "deadlocklint"
	}
	p := page{
		Title: title, Version: h.opt.Version, Style: style(), Script: script(),
		Summary: report.Summary(h.findings), Counts: counts(stats), Notes: stats.Notes(),
		Graph: newGraph(h.findings, stats.LockOrder),
	}
	p.Protocols, p.MoreProtocols = newProtocols(stats.Protocols)
	p.Curves, p.MoreCurves = growths(stats.Coverage)
	at := map[string]int{}
	source := newSource(h.opt.Source)
	for _, f := range h.findings {
		if f.Suppressed {
			continue
		}
		v := h.finding(f, source)
		p.about(h.opt.Help, f.Check)
		v.Open = len(p.Findings) == 0 || f.IsDeadlock() && len(p.Findings) < maxOpen
		p.Findings = append(p.Findings, v)
		i, ok := at[v.Class]
		if !ok {
			i = len(p.Statuses)
			at[v.Class] = i
			p.Statuses = append(p.Statuses, status{Class: v.Class, Label: v.Heading})
		}
		if p.Statuses[i].Label != v.Heading {
			p.Statuses[i].Label = v.Class // of several kinds
		}
		p.Statuses[i].Count++
	}
	for i := range p.Findings {
		p.Findings[i].Listed = len(p.Findings) > 1
	}
	return p
}

// about adds what a check is about, once.
func (p *page) about(help func(checks.Name) (string, string), name checks.Name) {
	if slices.ContainsFunc(p.Checks, func(c check) bool { return c.Name == string(name) }) {
		return
	}
	title, text := help(name)
	p.Checks = append(p.Checks, check{string(name), title, text})
}

// maxOpen is how many deadlocks are open when the page is.
const maxOpen = 10

// counts says what was explored.
func counts(s report.Stats) []fact {
	var list []fact
	add := func(name string, n uint64) {
		if n > 0 {
			list = append(list, fact{name, grouped(n)})
		}
	}
	add("tests recorded", uint64(s.Tests))
	add("processes recorded", uint64(s.Processes))
	add("events recorded", s.Events)
	add("repeated events left out", s.Folded)
	add("events lost", s.Lost)
	add("confirming runs", uint64(s.Tries))
	add("lock order pairs", uint64(len(s.LockOrder)))
	return list
}

// grouped writes a number with its thousands apart.
func grouped(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

func (h *handler) finding(f report.Finding, source *source) finding {
	names := letters(f)
	v := finding{
		ID: f.ID, Check: string(f.Check), Title: title(f.Message), Heading: f.Heading(), Class: class(f), Pos: f.Pos,
		Claim: claim(f), Facts: facts(f), Locks: names.list[:names.own], Cycle: newCycle(f, names),
		Ending: ending(f, names), Recorded: recorded(f, names),
		Replay: f.Replay, ReplayWords: "Try it again", Dump: strings.TrimSpace(f.Dump), Output: strings.TrimSpace(f.Output), EndingWords: "How it would happen",
	}
	if v.Protocol = newProtocol(f.Protocol); v.Protocol != nil && len(v.Protocol.Calls) > 0 {
		v.Ending, v.Locks = nil, nil // the order in which the goroutines call is in the automaton's table
	}
	switch f.Status {
	case report.StatusConfirmed:
		v.ReplayWords, v.EndingWords = "See it again", "How it happens"
	case report.StatusInfeasible:
		v.EndingWords = "How it would have to happen, but cannot"
	case report.StatusNotSeen:
		v.EndingWords = "How it would have to happen; no run has shown it"
	case report.StatusHarmless:
		v.EndingWords = "How it happened, and did no harm"
	}
	v.Schedule = newSchedule(f.Explored, names, source)
	if single(f) { // one step is no story
		v.Cycle, v.Ending = nil, nil
	}
	v.Fixes = source.fixes(f.Fixes)
	for i, g := range f.Goroutines {
		v.Goroutines = append(v.Goroutines, goroutine{g.Name, source.excerpts(f, i)})
	}
	if len(v.Goroutines) == 0 {
		v.Here = source.around(f.Pos)
	}
	return v
}

// single reports whether a static check found no more than one place.
func single(f report.Finding) bool {
	return f.Status == report.StatusStatic && len(f.Goroutines) == 1 && len(f.Goroutines[0].Steps) == 1
}

// maxTitle is how long a title may be; a longer message is among the facts.
const maxTitle = 150

// title is the message, cut at a word when it is long.
func title(message string) string {
	r := []rune(message)
	if len(r) <= maxTitle {
		return message
	}
	s := string(r[:maxTitle])
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return s + " …"
}

// class is the style of a finding: how grave it is.
func class(f report.Finding) string {
	switch {
	case f.IsPossible():
		return string(report.StatusStatic)
	case f.Status == report.StatusConfirmed:
		return "confirmed"
	case f.IsDeadlock():
		return "feasible"
	case f.Status == report.StatusInfeasible, f.Status == report.StatusNotSeen, f.Status == report.StatusHarmless:
		return "infeasible" // hidden until it is asked for
	case f.Status == report.StatusStatic:
		return string(f.Status)
	}
	return "candidate"
}

// claim has the facts that a reader needs before the picture: the reason, which needs no name,
// its assumptions, and the next step that would decide it.
func claim(f report.Finding) (list []fact) {
	add := func(name, value string) {
		if value != "" {
			list = append(list, fact{name, value})
		}
	}
	if f.Dynamic != nil {
		add("", f.Dynamic.Reason)
		add("Assumes", f.Dynamic.Assumption)
	}
	add("What would decide it", f.Deciding())
	if f.Driver != nil {
		for _, w := range f.Driver.Against {
			add("Against words about "+w.About, w.Text+" ("+w.Pos+")")
		}
		add("Unsaid", f.Driver.Why())
	}
	return list
}

// facts are the data of a finding, which the page shows below its pictures.
func facts(f report.Finding) []fact {
	var list []fact
	add := func(name, value string) {
		if value != "" {
			list = append(list, fact{name, value})
		}
	}
	if title(f.Message) != f.Message {
		add("What", f.Message)
	}
	if f.Dynamic != nil {
		add("Confirming runs", f.Dynamic.Tried())
	}
	if f.Static != nil {
		add("Seen in the source", f.Static.Reason)
	}
	add("Seen in", strings.Join(f.Tests, ", "))
	add("At", f.Pos)
	add("Id", f.ID)
	return list
}

// Package page has notes whose title and summary are worked out when they are first wanted.
package page

import (
	"strings"
	"sync"
	"unicode/utf8"
)

const (
	titleLength   = 40
	summaryLength = 160
)

// A Page is a note. The zero value is an empty one. A page does not change, so that all methods
// may be called from several goroutines.
type Page struct {
	title, text string

	titleOnce sync.Once
	headline  string

	summaryOnce sync.Once
	summary     string

	wordsOnce sync.Once
	words     map[string]int
}

// New returns a page. Both strings may be empty.
func New(title, text string) *Page {
	return &Page{title: strings.TrimSpace(title), text: strings.TrimSpace(text)}
}

// Title returns the title. A page without one takes the beginning of its summary.
func (p *Page) Title() string {
	p.titleOnce.Do(func() {
		p.headline = p.title
		if p.headline == "" {
			p.headline = clip(p.Summary(), titleLength)
		}
	})
	return p.headline
}

// Summary returns the first sentence of the text. A page without text takes its title.
func (p *Page) Summary() string {
	p.summaryOnce.Do(func() {
		if p.text == "" {
			p.summary = p.title
			return
		}
		sentence, _, _ := strings.Cut(p.text, ". ")
		p.summary = clip(sentence, summaryLength)
	})
	return p.summary
}

// Count returns how often a word is on the page.
func (p *Page) Count(word string) int {
	p.wordsOnce.Do(func() {
		p.words = map[string]int{}
		for _, w := range strings.Fields(p.Title() + " " + p.text) {
			p.words[strings.ToLower(strings.Trim(w, ".,;:!?"))]++
		}
	})
	return p.words[strings.ToLower(word)]
}

// clip returns at most n characters of text.
func clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}

// Index lists the titles of pages on which a word is.
func Index(word string, pages ...*Page) []string {
	var titles []string
	for _, p := range pages {
		if p.Count(word) > 0 {
			titles = append(titles, p.Title())
		}
	}
	return titles
}

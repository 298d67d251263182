// Package words splits texts in the background.
package words

import (
	"strings"
	"unicode"
)

// scan sends all words of a text, and ends early when stop is closed.
func scan(text string, stop <-chan struct{}) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, field := range strings.Fields(text) {
			word := strings.TrimFunc(field, unicode.IsPunct)
			if word == "" {
				continue
			}
			select {
			case out <- word:
			case <-stop:
				return
			}
		}
	}()
	return out
}

// Words returns a channel with all words of a text, which is closed after the last one. The
// caller has to receive until then: the goroutine that sends does not end before.
func Words(text string) <-chan string {
	return scan(text, nil)
}

// Count returns how often each word is in a text. Upper and lower case are the same.
func Count(text string) map[string]int {
	counts := map[string]int{}
	for word := range Words(text) {
		counts[strings.ToLower(word)]++
	}
	return counts
}

// Head returns the first n words of a text, or all when they are fewer.
func Head(text string, n int) []string {
	if n <= 0 {
		return nil
	}
	stop := make(chan struct{})
	defer close(stop)
	var head []string
	for word := range scan(text, stop) {
		head = append(head, word)
		if len(head) == n {
			break
		}
	}
	return head
}

// Index returns the place of a word in a text, counted in words, or -1 when it is not there.
func Index(text, word string) int {
	stop := make(chan struct{})
	defer close(stop)
	at := 0
	for w := range scan(text, stop) {
		if strings.EqualFold(w, word) {
			return at
		}
		at++
	}
	return -1
}

// Common returns the first word of a that is also in b, or "".
func Common(a, b string) string {
	in := Count(b)
	stop := make(chan struct{})
	defer close(stop)
	for word := range scan(a, stop) {
		if in[strings.ToLower(word)] > 0 {
			return word
		}
	}
	return ""
}

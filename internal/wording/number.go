package wording

import (
	"fmt"
	"strings"
)

// Counted is a number with its noun.
func Counted(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "automaton"):
		noun = strings.TrimSuffix(noun, "on") + "a"
	case strings.HasSuffix(noun, "ch"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Behind is a text with the separator before it, or nothing.
func Behind(text, separator string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

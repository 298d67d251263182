package goroot

import (
	"bytes"
	"strconv"
	"testing"
)

// grammar is how texts begin that only package form may have.
var grammar = []string{`"|.`, `"|+`, `"|[`, `"~`, `"[]`}

// TestVocabularyIsTypedOnce: each constant is used by a template or a patch, and no template has its text again.
func TestVocabularyIsTypedOnce(t *testing.T) {
	files, _, err := patched(local(t))
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for _, text := range files {
		all.Write(text)
	}
	templates(t, func(name string, text []byte) {
		all.Write(text)
		for _, again := range grammar {
			if bytes.Contains(text, []byte(again)) {
				t.Errorf("%s has %s; package form has it", name, again)
			}
		}
		for _, c := range texts {
			for _, again := range []string{"(" + strconv.Quote(c.value), " " + strconv.Quote(c.value), `"` + c.value + `="`} {
				if bytes.Contains(text, []byte(again)) {
					t.Errorf("%s has %s; use dl%s", name, again, c.name)
				}
			}
		}
	})
	names := map[string]bool{}
	for _, c := range texts {
		names[c.name] = true
	}
	for _, c := range numbers {
		names[c.name] = true
	}
	for name := range names {
		if !bytes.Contains(all.Bytes(), []byte("dl"+name)) {
			t.Errorf("dl%s is not used", name)
		}
	}
}

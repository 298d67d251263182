package boundary

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// kinds are those of all files.
var kinds = append(append([]func() Line{
	func() Line { return new(State) },
	func() Line { return new(Kind) },
}, RunLines...), VerdictLines...)

// fill gives each field of a struct another value.
func filled(v reflect.Value, n *uint64) {
	for i := range v.NumField() {
		*n += 37
		switch f := v.Field(i); f.Kind() {
		case reflect.Struct:
			filled(f, n)
		case reflect.String:
			f.SetString(strings.Repeat("%a b\n\x00é=", int(*n%3)) + "x")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int:
			f.SetInt(-int64(*n) << (*n % 50))
		case reflect.Float64:
			f.SetFloat(float64(*n) / 7)
		default:
			f.SetUint(*n << (*n % 60) & (1<<(8*f.Type().Size()) - 1))
		}
	}
}

// TestLines reads each kind of line as it was written, and each field of it. A field that its description
// leaves out is lost on the way.
func TestLines(t *testing.T) {
	for _, kind := range kinds {
		l, n := kind(), uint64(0)
		if _, dump := l.(*Dump); dump {
			continue // its text is not in the line
		}
		filled(reflect.ValueOf(l).Elem(), &n)
		text := string(Append(nil, l))
		var got []Line
		if err := Read(text, kinds, func(l Line) { got = append(got, l) }); err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], l) {
			t.Errorf("%s became %+v, %v", text, got, err)
		}
	}
}

// TestWords: no two lines of a file begin with one word.
func TestWords(t *testing.T) {
	for _, list := range [][]func() Line{RunLines, VerdictLines} {
		words := map[string]bool{}
		for _, kind := range list {
			word, _, _ := strings.Cut(strings.TrimSpace(string(Append(nil, kind()))), " ")
			if words[word] {
				t.Errorf("two lines begin with %s", word)
			}
			words[word] = true
		}
	}
}

// TestNoRoom: a line for which there is no room is left out, and the lines before stay.
func TestNoRoom(t *testing.T) {
	first, second := string(Append(nil, &Held{1})), string(Append(nil, &Held{1 << 60}))
	for size := range len(first + second) {
		c, n := Writer(make([]byte, size)), 0
		for _, l := range []Line{&Held{1}, &Held{1 << 60}} {
			l.Fields(&c)
			n = c.End(n)
		}
		want := ""
		if size >= len(first) {
			want = first
		}
		if got := string(c.text[:n]); got != want {
			t.Errorf("room for %d bytes: %q", size, got)
		}
	}
}

// TestFaults: a text that is none of its kind gets an error with the place, and all before it counts.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"class runs=1 order=a\nfoo\n":                                                                "line 2, column 1: a word of this file should be here",
		"class runs=1 order=a\nclasses\n":                                                            "line 2, column 1: a word of this file should be here",
		"class runs=1 order=a\nclass runs=x order=a\n":                                               "line 2, column 12: a decimal number should be here",
		"class runs=1 order=a\nclass runs=01 order=a\n":                                              "line 2, column 12: a decimal number should be here",
		"class runs=1 order=a\nclass runs=-0 order=a\n":                                              "line 2, column 12: a decimal number should be here",
		"class runs=1 order=a\nclass order=a\n":                                                      "line 2, column 6: runs= should be here",
		"class runs=1 order=a\nclass runs=1 order=0a\n":                                              "line 2, column 20: a hexadecimal number should be here",
		"class runs=1 order=a\nclass runs=1 order=A\n":                                               "line 2, column 20: a hexadecimal number should be here",
		"class runs=1 order=a\nclass runs=1 order=a b=c\n":                                           "line 2, column 21: the end of the line should be here",
		"class runs=1 order=a\nend served=1 done=yes\n":                                              "line 2, column 19: true or false should be here",
		"class runs=1 order=a\nearly run=%2 span=1 pos=\n":                                           "line 2, column 11: % and two hexadecimal digits should be here",
		"class runs=1 order=a\nearly run=%61 span=1 pos=\n":                                          "line 2, column 11: % and two hexadecimal digits should be here",
		"class runs=1 order=a\nearly run=é span=1 pos=\n":                                            "line 2, column 11: a text should be here",
		"class runs=1 order=a\n\n":                                                                   "line 2, column 1: a word of this file should be here",
		"class runs=1 order=a\nclass runs=9223372036854775808 order=a\n":                             "line 2, column 12: a decimal number should be here",
		"class runs=1 order=a\nclass runs=1 order=11111111111111111\n":                               "line 2, column 20: a hexadecimal number should be here",
		"class runs=1 order=a\nrun run=1 end=100 class=0 failed=true skipped=true steps=1 goroutine": "",
	} {
		n := 0
		err := Read(text, RunLines, func(Line) { n++ })
		if f := (*Fault)(nil); want != "" && (!errors.As(err, &f) || err.Error() != want) || want == "" && err != nil || n != 1 {
			t.Errorf("%q: %v, %d lines", text, err, n)
		}
	}
	if err := ReadOne("kind end=100 class=0 failed=true", &Kind{}); err == nil || err.Error() != "line 1, column 10: a number of eight bits should be here" {
		t.Error(err)
	}
	if err := ReadOne("kind end=1 class=0 failed=true\nkind", &Kind{}); err == nil || err.Error() != "line 2, column 1: the end should be here" {
		t.Error(err)
	}
}

// TestDump: the text after the last line is no line.
func TestDump(t *testing.T) {
	var got []Line
	err := Read("failed\n", VerdictLines, func(Line) {})
	if err == nil {
		t.Error("a foreign line is read")
	}
	if err := Read("others live=1a\ndump\ng id=1\nfoo", VerdictLines, func(l Line) { got = append(got, l) }); err != nil {
		t.Fatal(err)
	}
	if want := []Line{&Others{26}, &Dump{"g id=1\nfoo"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// fuzz reads a text, and what is read as it would be written.
func fuzz(f *testing.F, kinds []func() Line) {
	text := ""
	for _, kind := range kinds {
		l, n := kind(), uint64(0)
		filled(reflect.ValueOf(l).Elem(), &n)
		f.Add(string(Append(nil, l)))
		text += string(Append(nil, l))
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text string) {
		again := ""
		err := Read(text, kinds, func(l Line) {
			again += string(Append(nil, l))
			if d, ok := l.(*Dump); ok {
				again += d.Text
			}
		})
		if whole := text[:strings.LastIndexByte(text, '\n')+1]; !strings.HasPrefix(text, again) || err == nil && !strings.HasPrefix(again, whole) {
			t.Errorf("%q is read as %q, %v", text, again, err)
		}
		if f := (*Fault)(nil); err != nil && (!errors.As(err, &f) || f.Line < 1 || f.Line > strings.Count(text, "\n") || f.Column < 1) {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func FuzzRunLines(f *testing.F)     { fuzz(f, RunLines) }
func FuzzVerdictLines(f *testing.F) { fuzz(f, VerdictLines) }
func FuzzState(f *testing.F)        { fuzz(f, []func() Line{func() Line { return new(State) }}) }
func FuzzKind(f *testing.F)         { fuzz(f, []func() Line{func() Line { return new(Kind) }}) }

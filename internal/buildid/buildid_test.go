package buildid

import (
	"strings"
	"testing"
)

const someID = "zUmuyttCw8J5WydBNhed/0jSfm0nqt1ABiMz0TTEl/9PxtbyG6JuNejUezHcm6/8O0GWNtVuVvYe6TQTFkd"

func TestBuildIDInText(t *testing.T) {
	for text, want := range map[string]string{
		"MZ \xff Go build ID: \"" + someID + "\"\n \xff\xcc": someID,
		"MZ \xff Go build ID: \"redacted\"\n \xff":           "",
		"MZ \xff Go build ID: \"\"\n \xff":                   "",
		"MZ \xff Go build ID: \"" + someID:                   "",
		"MZ Go build ID: \"" + someID + "\"\n \xff":          "",
		"\x7fELF": "",
		"":        "",
	} {
		if got := Of(strings.NewReader(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

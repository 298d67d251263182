package load

import (
	"strings"
	"testing"
)

func TestTooNew(t *testing.T) {
	for _, c := range []struct{ line, built, want string }{
		{"1.27", "go1.26.8", "GOTOOLCHAIN=go1.27.0 go install "},
		{"go1.27.3", "go1.26.8", "GOTOOLCHAIN=go1.27.3 go install "},
		{"1.28rc1", "go1.27.0 X:jsonv2", "GOTOOLCHAIN=go1.28rc1 go install "},
		{"1.26.9", "go1.26.8", ""}, // the same language
		{"1.26", "go1.26rc1", ""},
		{"1.9", "go1.26.8", ""},
		{"", "go1.26.8", ""},
		{"1.99", "devel +abc", ""}, // nobody knows what that can do
	} {
		err := TooNew("example.com/m", c.line, c.built)
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s with %s: %v, want %q", c.line, c.built, err, c.want)
		}
	}
}

package load

import (
	"fmt"
	"strings"
	"testing"
)

// member is an archive with one member.
func member(name, size, text string) string {
	return archiveMark + fmt.Sprintf("%-16s%-12s%-6s%-6s%-8s%-10s`\n", name, "0", "0", "0", "644", size) + text
}

func TestExportData(t *testing.T) {
	const text = "go object linux amd64 go1.26\nbuild id \"x\"\n\n$$B\nudata\n$$\n"
	size := fmt.Sprint(len(text))
	for name, c := range map[string]struct{ file, want string }{
		"an archive":                  {member(typesMember, size, text) + "the code", "udata"},
		"the types alone":             {"idata", "idata"},
		"an empty archive":            {archiveMark, ""},
		"code only":                   {member("_go_.o", size, text), ""},
		"a size that is no number":    {member(typesMember, "x", text), ""},
		"a size below zero":           {member(typesMember, "-1", text), ""},
		"cut off":                     {member(typesMember, size, text[:len(text)-1]), ""},
		"without a begin":             {member(typesMember, "10", "0123456789"), ""},
		"without an end":              {member(typesMember, fmt.Sprint(len(text)-1), text), ""},
		"a header without its member": {member(typesMember, size, "")[:30], ""},
	} {
		got, err := exportData(strings.NewReader(c.file))
		if string(got) != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

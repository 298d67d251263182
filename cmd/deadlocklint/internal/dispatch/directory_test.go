package dispatch

import (
	"strings"
	"testing"
)

// The flag -C may stand before the name of a command, as for the go command.
func TestDirectoryBeforeCommand(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-C dir test ./...", "test -C dir ./..."},
		{"-C=dir explore -runs=1 .", "explore -C=dir -runs=1 ."},
		{"-C dir typestate mine .", "typestate mine -C dir ."},
		{"-C dir test", "test -C dir"},
		{"-C dir ./...", "-C dir ./..."},
		{"-C dir ./test", "-C dir ./test"},
		{"-C dir", "-C dir"},
		{"-C", "-C"},
		{"test -C dir .", "test -C dir ."},
		{"./... -C dir", "./... -C dir"},
	} {
		if got := strings.Join(inDirectory(strings.Fields(test.args)), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.args, got, test.want)
		}
	}
}

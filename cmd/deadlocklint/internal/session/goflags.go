package session

import (
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
)

// GoFlags are the parts of GOFLAGS: the flags that ours would silently override, and
// the rest. Flags that we pass on the command line win.
type GoFlags struct {
	Ldflags []string
	gcflags []string
	Exec    string
	Race    bool
	rest    []string // all but gcflags
}

// ReadGoFlags asks the go command, which also knows those of go env -w.
func ReadGoFlags(ctx context.Context, dir string) GoFlags {
	cmd := exec.CommandContext(ctx, "go", "env", "GOFLAGS")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return GoFlags{} // the go command itself will say what is wrong
	}
	fields, err := userExec(string(out)) // quoted in the same way
	if err != nil {
		return GoFlags{}
	}
	return parseGoflags(fields)
}

func parseGoflags(fields []string) (g GoFlags) {
	for _, f := range fields {
		name, value, hasValue := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "ldflags":
			g.Ldflags = append(g.Ldflags, value)
		case "exec":
			g.Exec = value
		case "race":
			g.Race = IsTrue(value, hasValue)
		case "gcflags":
			g.gcflags = append(g.gcflags, value)
			continue
		}
		g.rest = append(g.rest, f)
	}
	return g
}

func IsTrue(value string, hasValue bool) bool {
	on, err := strconv.ParseBool(value)
	return !hasValue || err == nil && on
}

// SetGcflags decides the values of -gcflags of this session: the user's, else
// those of GOFLAGS, with ours. Children that build programs get ours through
// GOFLAGS. With the race detector sync/atomic is its own.
func (se *Session) SetGcflags(user []string, g GoFlags, race bool) error {
	if len(user) == 0 {
		user = g.gcflags
	}
	switch {
	case race && se.Memory:
		return command.Usage(errors.New("-memory and -race: both need what the compiler inserts for the race detector; leave one of them out"))
	case race:
		se.Gcflags = user
		return nil
	}
	se.Gcflags = se.Shadow.MergeGcflags(user, se.Memory)
	se.Goflags = formGoflags(g.rest, se.Gcflags)
	return nil
}

// formGoflags is a value of GOFLAGS.
func formGoflags(rest, gcflags []string) string {
	var words []string
	for _, f := range rest {
		words = append(words, quoteField(f))
	}
	for _, f := range gcflags {
		words = append(words, quoteField("-gcflags="+f))
	}
	return strings.Join(words, " ")
}

// quoteField quotes as userExec and the go command read it: there are no escapes.
func quoteField(f string) string {
	switch {
	case !strings.ContainsAny(f, " \t\n'\""):
		return f
	case !strings.Contains(f, "'"):
		return "'" + f + "'"
	}
	return `"` + f + `"`
}

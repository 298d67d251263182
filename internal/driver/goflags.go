package driver

import (
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"
)

// A goFlags is GOFLAGS taken apart: flags there that ours would override
// without a word, since what we pass on the command line wins, and the rest.
type goFlags struct {
	ldflags []string
	gcflags []string
	exec    string
	race    bool
	rest    []string // all but gcflags
}

// goflags asks the go command, which also knows those of go env -w.
func goflags(ctx context.Context, dir string) goFlags {
	cmd := exec.CommandContext(ctx, "go", "env", "GOFLAGS")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return goFlags{} // the go command itself will say what is wrong
	}
	fields, err := userExec(string(out)) // quoted in the same way
	if err != nil {
		return goFlags{}
	}
	return parseGoflags(fields)
}

func parseGoflags(fields []string) (g goFlags) {
	for _, f := range fields {
		name, value, hasValue := strings.Cut(strings.TrimLeft(f, "-"), "=")
		switch name {
		case "ldflags":
			g.ldflags = append(g.ldflags, value)
		case "exec":
			g.exec = value
		case "race":
			g.race = isTrue(value, hasValue)
		case "gcflags":
			g.gcflags = append(g.gcflags, value)
			continue
		}
		g.rest = append(g.rest, f)
	}
	return g
}

func isTrue(value string, hasValue bool) bool {
	on, err := strconv.ParseBool(value)
	return !hasValue || err == nil && on
}

// setGcflags decides the values of -gcflags of this session: the user's, else
// those of GOFLAGS, with ours. Children that build programs get ours through
// GOFLAGS. With the race detector sync/atomic is its own.
func (se *session) setGcflags(user []string, g goFlags, race bool) error {
	if len(user) == 0 {
		user = g.gcflags
	}
	switch {
	case race && se.Memory:
		return Usage(errors.New("-memory and -race: both need what the compiler inserts for the race detector; leave one of them out"))
	case race:
		se.gcflags = user
		return nil
	}
	se.gcflags = se.shadow.MergeGcflags(user, se.Memory)
	se.goflags = formGoflags(g.rest, se.gcflags)
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

package session

import (
	"errors"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
)

// GoFlags are the flags of GOFLAGS. Flags that we pass on the command line win over those that the go
// command reads there, so the session takes them apart.
type GoFlags struct {
	Fields []string // all of them
	rest   []string // for the children: without gcflags, which get ours, and without json, since our output is another one
	json   bool
}

// GoFlags are those of the session's directory. The go command itself says what is wrong with damaged ones.
func (se *Session) GoFlags() GoFlags {
	fields, err := userExec(se.Go.GOFLAGS) // quoted in the same way
	if err != nil {
		return GoFlags{}
	}
	return parseGoflags(fields)
}

func parseGoflags(fields []string) GoFlags {
	g := GoFlags{Fields: fields}
	for _, f := range fields {
		switch name, _ := flagOf(f); name {
		case "json":
			g.json = true
		case "gcflags":
		default:
			g.rest = append(g.rest, f)
		}
	}
	return g
}

// Values are those of a flag, in their order; "true" for one without a value.
func (g GoFlags) Values(name string) (values []string) {
	for _, f := range g.Fields {
		if n, value := flagOf(f); n == name {
			values = append(values, value)
		}
	}
	return values
}

// Race reports whether the race detector is on.
func (g GoFlags) Race() bool {
	values := g.Values("race")
	return len(values) > 0 && IsTrue(values[len(values)-1], true)
}

func flagOf(field string) (name, value string) {
	name, value, hasValue := strings.Cut(strings.TrimLeft(field, "-"), "=")
	if !hasValue {
		value = "true"
	}
	return name, value
}

func IsTrue(value string, hasValue bool) bool {
	on, err := strconv.ParseBool(value)
	return !hasValue || err == nil && on
}

// SetGcflags decides the values of -gcflags of this session: the user's, else
// those of GOFLAGS, with ours. Children that build programs get ours through
// GOFLAGS. With the race detector sync/atomic is its own.
func (se *Session) SetGcflags(user []string, g GoFlags, race bool) error {
	ofGoflags := g.Values("gcflags")
	if len(user) == 0 {
		user = ofGoflags
	}
	switch {
	case race && se.Memory:
		return command.Usage(errors.New("-memory and -race: both need what the compiler inserts for the race detector; leave one of them out"))
	case race:
		if se.Gcflags = user; g.json {
			se.Goflags = formGoflags(g.rest, ofGoflags)
		}
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

package instrument

import (
	"errors"
	"fmt"
	"go/types"
	"strings"

	"github.com/deadlocklint/deadlocklint/condvar"
)

// A reading is how a variable is read: a slice can be asked for its length or
// whether it is nil.
type reading uint8

// A target is a variable that conditions read, as a declaration: a field of
// any object, or a variable.
type target struct {
	key string
	as  reading
}

// A read is a variable at the place of a condition.
type read struct {
	target *target
	text   string // of the expression
	of     *types.Var
	elem   string // of an element of a map: its name in package conditions
}

// name is how a variable is called in a trace program.
func (r read) name() string {
	switch r.target.as {
	case asLen:
		return "len(" + r.text + ")"
	case asNil:
		return r.text + condvar.NotNil
	}
	return strings.TrimPrefix(r.text, "&")
}

// value is a variable with its address, as package conditions takes it.
func (r read) value() string {
	switch r.target.as {
	case asElemBool:
		return fmt.Sprintf("Bool(%s, bool(%s))", r.elem, r.text)
	case asElemInt:
		return fmt.Sprintf("Int(%s, int64(%s))", r.elem, r.text)
	case asBool:
		return fmt.Sprintf("Bool(&%s, bool(%s))", r.text, r.text)
	case asLen:
		return fmt.Sprintf("Int(&%s, int64(len(%s)))", r.text, r.text)
	case asNil:
		return fmt.Sprintf("Bool(&%s, %s != nil)", r.text, r.text)
	case asAtomicBool:
		return fmt.Sprintf("Bool(&%s, %s.Load())", r.text, r.text)
	case asAtomicInt:
		return fmt.Sprintf("Int(&%s, int64(%s.Load()))", r.text, r.text)
	}
	if b, ok := r.of.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned != 0 {
		return fmt.Sprintf("Uint(&%s, uint64(%s))", r.text, r.text)
	}
	return fmt.Sprintf("Int(&%s, int64(%s))", r.text, r.text)
}

// look is a function that reads variables, and the other parts of a
// condition: it is called by the recorder alone.
func look(cond string, reads []read) string {
	var vars []string
	for _, r := range reads {
		vars = append(vars, "__dl."+r.value())
	}
	return fmt.Sprintf("func() (*__dl.Cond, []__dl.Var) { return %s, []__dl.Var{%s} }", cond, strings.Join(vars, ", "))
}

// lookAt is look for a gate.
func lookAt(on string, reads []read) string {
	var vars []string
	for _, r := range reads {
		vars = append(vars, "__dl."+r.value())
	}
	return fmt.Sprintf("func() (__dl.On, []__dl.Var) { return %s, []__dl.Var{%s} }", on, strings.Join(vars, ", "))
}

// atText stands before a statement that the recorder is to know.
func atText(id int) string { return fmt.Sprintf("__dl.At(%d); ", id) }

// elements is the key of the elements of a map.
func elements(varKey string) string { return varKey + "[]" }

// elementText names an element of a map in package conditions.
func elementText(m *types.Map, of, key string) (string, error) {
	b, ok := m.Key().Underlying().(*types.Basic)
	switch {
	case ok && b.Info()&types.IsString != 0:
		return fmt.Sprintf("__dl.ByName(%s, string(%s))", of, key), nil
	case ok && b.Info()&types.IsInteger != 0:
		return fmt.Sprintf("__dl.ByNumber(%s, int64(%s))", of, key), nil
	}
	return "", errors.New("reads an element under a key that is neither a string nor a number")
}

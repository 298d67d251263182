package lockfacts

import (
	"go/constant"
	"slices"
	"strconv"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/guard"
)

// A Condition is a fact about the arguments under which something happens.
type Condition struct {
	Kind  ConditionKind
	Path  string // root and path of a value
	Const string
	Val   bool
}

// A ConditionKind says what a Condition is about.
type ConditionKind uint8

// The kinds of conditions.
const (
	CondTrue    ConditionKind = iota // the value is true
	CondNil                          // the value is nil
	CondEqual                        // the value equals Const, or the argument of that name
	CondGreater                      // the value is greater than Const
	CondBits                         // one of the bits of Const is set
	CondIs                           // the value in the interface has the type Const
)

// common keeps of the needs of two events those of both.
func common(a, b []string) []string {
	return dropped(a, func(slot string) bool { return !slices.Contains(b, slot) })
}

// merge keeps of two events of a group the event with fewer needs, or else the event
// that is easier to follow, under the conditions of both.
func (e *Event) merge(o *Event) {
	counted := e.Counted && o.Counted
	conds := commonConds(e.Conds, o.Conds)
	needs := common(e.Needs, o.Needs)
	if o.before(e) {
		at := e.Before
		*e = *o
		e.Before = at
		e.arrive()
	}
	e.Conds, e.Needs, e.Counted = conds, needs, counted
}

func mergeConds(a, b []Condition) []Condition {
	for _, c := range b {
		if !slices.ContainsFunc(a, c.sameSubject) {
			a = append(a, c)
		}
	}
	return a
}

func outerConds(conds []Condition, w *walker) []Condition {
	return slices.Clip(dropped(conds, func(c Condition) bool { return !c.outer() }))
}

// test is a condition on a value as one of package guard. It reports false for other conditions.
func (c Condition) test() (t guard.Test, ok bool) {
	switch c.Kind {
	case CondTrue, CondNil:
		return guard.Test{Kind: guard.Kind(c.Kind)}, true
	case CondEqual, CondGreater, CondBits:
		text, _, _ := strings.Cut(c.Const, ":")
		n, err := strconv.ParseInt(text, 10, 64)
		return guard.Test{Kind: guard.Kind(c.Kind), Const: constant.MakeInt64(n)}, err == nil
	}
	return t, false
}

// dropped returns a list without the elements for which drop is true: itself, where
// there is none.
func dropped[T any](list []T, drop func(T) bool) []T {
	if !slices.ContainsFunc(list, drop) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), drop)
}

func truth(v bool) string {
	if v {
		return "true"
	}
	return "false"
}

// commonConds returns the conditions that both lists have. One of the order of numbers may follow from the others of
// a list: n == 0 and n <= -1 have n <= 0 in common, where that is in one of the lists.
func commonConds(a, b []Condition) []Condition {
	both := slices.DeleteFunc(slices.Clone(a), func(c Condition) bool { return !implied(c, b) })
	for _, c := range b {
		if c.Kind == CondGreater && !slices.Contains(both, c) && implied(c, a) {
			both = append(both, c)
		}
	}
	return both
}

func (c Condition) sameSubject(d Condition) bool {
	return c.Kind == d.Kind && c.Path == d.Path && c.Const == d.Const
}

// outer reports whether a caller can tell the condition's value.
func (c Condition) outer() bool { return c.Path != "" && (c.Path[0] == 'P' || c.Path[0] == 'F') }

// fixed reports whether the condition is about a value of the function itself,
// which another call may depend on as well.
func (c Condition) fixed() bool {
	return c.Path != "" && c.Path[0] == 'L' && !strings.ContainsAny(c.Path, ".->[")
}

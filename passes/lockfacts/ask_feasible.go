package lockfacts

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// feasible evaluates the conditions of an event or outcome. Those that the
// caller's callers decide are kept.
func (e environment) feasible(w *walker, ev *Event, s *state) bool {
	rest, ok := e.conditions(ev.Conds, s)
	ev.Conds = slices.DeleteFunc(rest, func(c Condition) bool { return !c.outer() || !w.worthKnowing(c) })
	return ok && w.meets(ev, e.at)
}

// lasting returns the conditions about arguments themselves: a field may have another
// value at the next question.
func (e environment) lasting(conds []Condition) []Condition {
	return slices.DeleteFunc(slices.Clone(conds), func(c Condition) bool {
		a, ok := e.arg(c.Path)
		return !ok || a.name == "" && a.asks == nil && a.Path.Path != "" || a.asks != nil && strings.Contains(a.asks.Path, ".")
	})
}

// conditions translates those that are not decided yet. It reports false when
// one of them does not hold.
func (e environment) conditions(conds []Condition, s *state) (rest []Condition, ok bool) {
	for _, c := range conds {
		d, val, known := e.condition(c)
		switch {
		case known && val != c.Val:
			return nil, false
		case known || d.Path == "":
			continue
		}
		if s != nil {
			if val, ok := s.know(d); ok {
				if val != d.Val {
					return nil, false
				}
				continue
			}
		}
		if a, ok := e.arg(c.Path); ok && a.offset != nil {
			d = a.offset.widened(d)
		}
		rest = append(rest, d)
	}
	return rest, true
}

// condition translates a condition, or decides it by a constant argument.
func (e environment) condition(c Condition) (d Condition, val, known bool) {
	if c.otherArg() != "" {
		with, ok := e.withConstant(c)
		if !ok {
			return e.betweenParameters(c)
		}
		c = with
	}
	root, path := splitPath(c.Path)
	a, ok := e.arg(root)
	if !ok {
		return Condition{}, false, false
	}
	if path == "" && a.offset != nil {
		if d, ok := a.offset.condition(c); ok {
			return d, false, false
		}
	}
	switch t, ok := c.test(); {
	case path == "" && a.asks != nil && c.Kind == CondTrue:
		d = *a.asks
		d.Val = c.Val == d.Val
		return d, false, false
	case path == "" && a.name != "":
		c.Path = a.name
		return c, false, false
	case ok && path == "":
		val, known = a.value.Ask(t)
	case ok:
		val, known = a.fields[path].Ask(t)
	}
	if known {
		return d, val, known
	}
	if path == "" && a.Const != "" {
		switch c.Kind {
		case CondTrue:
			return d, a.Const == "true", a.Const == "true" || a.Const == "false"
		case CondNil:
			return d, a.Const == "nil", a.Const == "nil" || a.Const == "nonnil"
		case CondEqual:
			return d, a.Const == c.Const, a.Const != "nonnil"
		}
	}
	p := syncop.AccessPath{Root: root, Path: path}.Under(a.Path, a.Content)
	if e.owned != nil {
		p = e.owned(p)
	}
	if !p.Known() {
		return Condition{}, false, false
	}
	c.Path = p.String()
	return c, false, false
}

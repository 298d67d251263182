package lockfacts

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// key is syncop.Key, which is dear, for functions that are called in many places.
func (a *analyzer) key(fn *ssa.Function) string {
	key, ok := a.keys[fn]
	if !ok {
		key = syncop.Key(fn)
		a.keys[fn] = key
	}
	return key
}

func blocksOrWakes(op trace.Op) bool {
	switch op {
	case trace.OpSend, trace.OpRecv, trace.OpClose, trace.OpWGDone, trace.OpWGWait, trace.OpWait, trace.OpSignal, trace.OpBroadcast:
		return true
	}
	return false
}

func (o *Outcome) key() string {
	k := o.effect()
	k += "!" + o.refused
	for _, c := range o.Conds {
		k += "?" + c.Path + c.Const + string(rune('0'+c.Kind))
		if c.Val {
			k += "!"
		}
	}
	for _, r := range o.Returns {
		k += "," + r.Const + r.Flags
		if r.Fn != nil {
			k += r.Fn.Name
		}
		if r.Path != nil {
			k += r.Path.String()
		}
	}
	return k
}

func (o *Outcome) effect() string {
	var parts []string
	for _, h := range o.Net {
		parts = append(parts, "+"+h.Lock.String()+h.Lock.Types+mode(h.Read))
	}
	for _, u := range o.Released {
		parts = append(parts, "-"+u.Lock.String()+mode(u.Read))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// appendConds writes conditions.
func appendConds(b []byte, conds []Condition) []byte {
	for _, c := range conds {
		b = append(b, '?', '0'+byte(c.Kind))
		b = append(append(b, c.Path...), c.Const...)
		if c.Val {
			b = append(b, '!')
		}
	}
	return b
}

// told is a digest of the parts of a function that callers see. The calls by which control comes to an
// operation, and its line, make no difference to findings.
func (s *Summary) told() string {
	return digest(func(b []byte) []byte {
		b = strconv.AppendBool(strconv.AppendBool(b, s.NoReturn), s.brief)
		for _, word := range s.left {
			b = binary.LittleEndian.AppendUint64(b, word)
		}
		for i := range s.Events {
			b = s.Events[i].appendTold(append(b, '\n'))
		}
		for i := range s.Outcomes {
			b = append(append(b, '\n'), s.Outcomes[i].key()...)
		}
		return b
	})
}

// appendTold writes the key of an event, and its other parts.
func (e *Event) appendTold(b []byte) []byte {
	b = appendConds(e.appendKey(b, nil), e.Conds)
	b = strconv.AppendBool(b, e.Counted)
	for _, list := range [][]string{e.Needs, e.Before, e.Instead, {e.Holder}} {
		b = append(b, ';')
		for _, s := range list {
			b = append(append(b, s...), ',')
		}
	}
	for _, h := range e.Held {
		b = strconv.AppendBool(b, h.Under)
	}
	for _, w := range e.within {
		b = appendPath(b, w.object)
	}
	return b
}

// appendKey writes the key of an event after b, with only those of the held locks for which
// counts is true, if it is not nil. Two events with the same key may differ
// in the line and the path of calls, without effect on results.
func (e *Event) appendKey(b []byte, counts func(i int) bool) []byte {
	b = append(append(b, e.Op.String()...), ' ')
	b = appendPath(b, e.Obj)
	if e.Read {
		b = append(b, " r"...)
	}
	if e.Escapes {
		b = append(b, " e"...)
	}
	if e.Patient {
		b = append(b, " p"...)
	}
	if e.Once {
		b = append(b, " n"...)
	}
	for i := range e.Held {
		if counts == nil || counts(i) {
			b = append(appendPath(append(b, " +"...), e.Held[i].Lock), e.Held[i].Ordered...)
		}
	}
	for _, u := range e.Released {
		b = append(append(append(b, " -"...), u.Lock.Root...), u.Lock.Path...)
	}
	b = append(append(append(append(b, ' '), e.Async...), ' '), e.Site.Func...)
	if e.Dynamic != nil {
		b = e.Dynamic.appendKey(b)
	}
	return b
}

func (d *DynamicCall) appendKey(b []byte) []byte {
	b = append(append(append(append(append(b, ' '), d.Key...), ' '), d.Recv.Root...), d.Recv.Path...)
	for i := range d.Args {
		if fn := d.Args[i].Fn; fn != nil {
			b = append(append(b, " ("...), fn.Name...)
		}
	}
	return b
}

// appendGroup writes the same for events of called functions that make no
// difference to a caller: by which function of several a lock is
// acquired, and which locks without a name here are held then, besides the first
// own that the caller itself holds.
func (e *Event) appendGroup(b []byte, own int) []byte {
	if e.Obj.Outer() {
		return e.appendKey(b, nil)
	}
	n := *e
	if !blocksOrWakes(e.Op) {
		n.Site.Func = ""
	}
	return n.appendKey(b, func(i int) bool { return i < own || e.Held[i].Lock.Outer() })
}

func mode(read bool) string {
	if read {
		return "r"
	}
	return "w"
}

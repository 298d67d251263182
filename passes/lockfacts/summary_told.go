package lockfacts

import (
	"encoding/binary"
	"strconv"
)

// told is a digest of what callers find out about a function. By which calls control comes to an
// operation, and at which line it is, makes no difference to what is found.
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

// appendTold writes the key of an event, and the rest of what it says.
func (e *Event) appendTold(b []byte) []byte {
	b = appendConds(e.appendKey(b, nil), e.Conds)
	b = strconv.AppendBool(b, e.Counted)
	for _, list := range [][]string{e.Needs, e.Before, e.Instead, {e.Holder}} {
		b = append(b, ';')
		for _, s := range list {
			b = append(append(b, s...), ',')
		}
	}
	if e.Asked != nil {
		b = appendPlace(append(b, e.Asked.Open...), e.Asked.Ended)
		b = strconv.AppendBool(b, e.Asked.Closed)
	}
	for _, h := range e.Held {
		b = strconv.AppendBool(b, h.Under)
	}
	for _, w := range e.within {
		b = appendPlace(b, w.object)
	}
	return b
}

package mine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxSequence is how many calls of one object are kept; a longer sequence is cut.
const MaxSequence = 1000

// A Sequence has the calls on an object, in order.
type Sequence struct {
	Methods []string
	Count   uint64 // objects on which it was observed
	Cut     bool   // it went on, in a way that is not kept
}

func (s Sequence) key() string {
	key := strings.Join(s.Methods, " ")
	if s.Cut {
		key += " ..."
	}
	return key
}

// Sequences are those of many types, from many runs. The zero value is empty.
type Sequences struct {
	types map[string]map[string]Sequence
}

// Add counts a sequence of an object of type typ.
func (q *Sequences) Add(typ string, s Sequence) {
	if len(s.Methods) > MaxSequence {
		s.Methods, s.Cut = s.Methods[:MaxSequence], true
	}
	if q.types == nil {
		q.types = map[string]map[string]Sequence{}
	}
	if q.types[typ] == nil {
		q.types[typ] = map[string]Sequence{}
	}
	s.Count += q.types[typ][s.key()].Count
	q.types[typ][s.key()] = s
}

// Fill adds of r what there is room for, the shortest first, so that no tree of a type
// becomes larger than Mine takes.
func (q *Sequences) Fill(r *Sequences) {
	for _, typ := range r.Types() {
		room := MaxNodes - 1
		for _, s := range q.types[typ] {
			room -= len(s.Methods)
		}
		list := r.Of(typ)
		slices.SortStableFunc(list, func(a, b Sequence) int { return len(a.Methods) - len(b.Methods) })
		for _, s := range list {
			if _, known := q.types[typ][s.key()]; !known {
				if room -= len(s.Methods); room < 0 {
					break
				}
			}
			q.Add(typ, s)
		}
	}
}

// Types returns the types with sequences, sorted.
func (q *Sequences) Types() []string { return slices.Sorted(maps.Keys(q.types)) }

// Of returns the sequences of a type, sorted by their methods.
func (q *Sequences) Of(typ string) []Sequence {
	list := slices.Collect(maps.Values(q.types[typ]))
	slices.SortFunc(list, func(a, b Sequence) int {
		return cmp.Or(slices.Compare(a.Methods, b.Methods), cmp.Compare(a.key(), b.key()))
	})
	return list
}

// Different counts the sequences of a type that differ.
func (q *Sequences) Different(typ string) int { return len(q.types[typ]) }

// header is the first line of a file of sequences.
const header = "deadlocklint sequences 1"

// Format writes the sequences as ParseSequences reads them: one line per sequence with
// its count, grouped by type. So versions can be compared line by line. The last line
// is a sum of all others.
//
//	deadlocklint sequences 1
//	type os.File
//	3 Read Close
//	1 Read Read ...
//	sum 0123456789abcdef
func (q *Sequences) Format() []byte {
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, typ := range q.Types() {
		fmt.Fprintf(&b, "type %s\n", typ)
		for _, s := range q.Of(typ) {
			fmt.Fprintf(&b, "%d %s\n", s.Count, s.key())
		}
	}
	return fmt.Appendf([]byte(b.String()), "sum %s\n", sum(b.String()))
}

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:8])
}

// ParseSequences reads what Format wrote. A file that was damaged, cut off or
// changed by hand is an error that names the line: automata are for editing,
// observations are not.
func ParseSequences(text []byte) (*Sequences, error) {
	q := &Sequences{}
	lines := strings.SplitAfter(string(text), "\n")
	if strings.TrimSuffix(lines[0], "\n") != header {
		return nil, fmt.Errorf("line 1: this is no file of sequences, which begins with %q; name another file", header)
	}
	typ, read := "", len(lines[0])
	for i, line := range lines[1:] {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case word == "sum":
			if rest != sum(string(text[:read])) || len(lines) != i+3 || lines[i+2] != "" {
				return nil, fmt.Errorf("line %d: the sum does not match, so the file was damaged or edited; restore it, or remove it and observe again", i+2)
			}
			return q, nil
		case word == "type" && rest != "" && !strings.Contains(rest, " "):
			typ = rest
		default:
			s, err := parseSequence(word, rest)
			if err != nil || typ == "" {
				return nil, fmt.Errorf("line %d: %q is no sequence; restore the file, or remove it and observe again", i+2, strings.TrimSuffix(line, "\n"))
			}
			q.Add(typ, s)
		}
		read += len(line)
	}
	return nil, fmt.Errorf("line %d: the file ends before its sum, so it was cut off; restore it, or remove it and observe again", len(lines))
}

func parseSequence(count, rest string) (Sequence, error) {
	n, err := strconv.ParseUint(count, 10, 63)
	s := Sequence{Methods: strings.Fields(rest), Count: n}
	if k := len(s.Methods); k > 0 && s.Methods[k-1] == "..." {
		s.Methods, s.Cut = s.Methods[:k-1], true
	}
	return s, err
}

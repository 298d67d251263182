package flags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/deadlocklint/deadlocklint/fuzzer/explore/config"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A kind is the type of a flag's values, and their place.
type kind struct {
	bool bool
	set  func(v *Values, value string) error
}

// value makes a kind of a function that reads a value.
func value[T any](read func(string) (T, error), to func(*Values) *T) kind {
	return kind{set: func(v *Values, s string) error {
		x, err := read(s)
		if err == nil {
			*to(v) = x
		}
		return err
	}}
}

// yes is a flag that is off by default.
func yes(to func(*Values) *bool) kind {
	k := value(truth, to)
	k.bool = true
	return k
}

// no is a flag that is on by default: the value says that it is off.
func no(to func(*Values) *bool) kind {
	return kind{bool: true, set: func(v *Values, s string) error {
		on, err := truth(s)
		if err == nil {
			*to(v) = !on
		}
		return err
	}}
}

func text(to func(*Values) *string) kind         { return value(nonEmpty, to) }
func number(to func(*Values) *int) kind          { return value(natural, to) }
func times(to func(*Values) *time.Duration) kind { return value(duration, to) }

// list is a flag with words that commas separate; it may be written again.
func list(to func(*Values) *[]string) kind {
	return kind{set: func(v *Values, s string) error {
		*to(v) = append(*to(v), strings.FieldsFunc(s, func(r rune) bool { return r == ',' })...)
		return nil
	}}
}

// word is one of several words.
func word(to func(*Values) *string, of ...string) kind {
	return value(func(s string) (string, error) {
		if !slices.Contains(of, s) {
			return "", fmt.Errorf("%q is none of its values; say %s", s, alternatives(of))
		}
		return s, nil
	}, to)
}

// alternatives writes words as a choice: a, b or c.
func alternatives(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

func truth(s string) (bool, error) {
	on, err := strconv.ParseBool(s)
	if err != nil {
		return false, fmt.Errorf("%q is neither true nor false; leave the value out, or write false", s)
	}
	return on, nil
}

func duration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no duration; write one such as 90s or 10m", s)
	}
	return d, nil
}

func natural(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no number of runs; write 0 or more", s)
	}
	return n, nil
}

// positive is a number of runs that are made.
func positive(s string) (int, error) {
	n, err := natural(s)
	if err == nil && n == 0 {
		err = errors.New("0 explores nothing; write 1 or more")
	}
	return n, err
}

// integer is a number that may be negative.
func integer(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("%q is no number; write one such as 2", s)
	}
	return n, nil
}

// percent is a part of a hundred.
func percent(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no number; write one such as 50", s)
	}
	return x, nil
}

// maxBound is the largest bound, which no schedule reaches.
const maxBound = 1 << 20

// bounded reads -x bound.
var bounded = kind{set: func(v *Values, s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > maxBound {
		return fmt.Errorf("%q is no bound; write a number from 0 to %d", s, maxBound)
	}
	v.Bound, v.Bounded = n, true
	return nil
}}

// sharded reads k/n. The last one has the number 0, as its runs have modulo n.
var sharded = kind{set: func(v *Values, s string) error {
	first, second, _ := strings.Cut(s, "/")
	k, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || k < 1 || k > n || n > config.MaxShards {
		return fmt.Errorf("%q is no shard; write one from 1/n to n/n, such as 3/16", s)
	}
	v.Shard, v.Shards = k%n, n
	return nil
}}

func seed(s string) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, 63) // 63 bits: go test -shuffle takes an int64
	if err != nil {
		return 0, fmt.Errorf("%q is no seed; write a number from 0 to 9223372036854775807", s)
	}
	return n, nil
}

func nonEmpty(s string) (string, error) {
	if s == "" {
		return "", errors.New("it has no value; leave the flag out to get the default")
	}
	return s, nil
}

// leakWord is short for the statuses of goroutines that are blocked for ever.
const leakWord = "leak"

// statuses reads the list of -fail-on.
func statuses(v string) ([]report.Status, error) {
	var list []report.Status
	for _, word := range strings.Split(v, ",") {
		s := report.Status(strings.TrimSpace(word))
		switch {
		case s == leakWord:
			list = append(list, report.StatusLeaked, report.StatusLeftBlocked)
		case s == report.OnlyHarm, slices.Contains(report.Statuses(), s):
			list = append(list, s)
		default:
			return nil, fmt.Errorf("%q is no status; write some of %s, %s, %s", word, statusWords(), leakWord, report.OnlyHarm)
		}
	}
	return list, nil
}

func statusWords() string {
	var names []string
	for _, s := range report.Statuses() {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

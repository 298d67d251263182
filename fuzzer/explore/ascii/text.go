// Package ascii reads and writes the words of a configuration, which are in ASCII. It is there because packages that the
// standard library links cannot import package strconv.
package ascii

// maxQuoted is how much of a bad value a complaint repeats, in bytes.
const maxQuoted = 40

// Quoted is a text between quotes, without what a line cannot have, and no longer than a line.
func Quoted(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		if i == maxQuoted {
			b = append(b, "..."...)
			break
		}
		if s[i] < ' ' || s[i] > '~' || s[i] == '"' {
			b = append(b, '?')
			continue
		}
		b = append(b, s[i])
	}
	return string(append(b, '"'))
}

// Small reads a number of 31 bits.
func Small(text string) (int, bool) {
	v, ok := Decimal(text, 1<<31-1)
	return int(v), ok
}

// Flag reads 0 or 1.
func Flag(text string) (bool, bool) {
	v, ok := Decimal(text, 1)
	return v == 1, ok
}

// Decimal reads a number that is at most limit.
func Decimal(text string, limit uint64) (v uint64, ok bool) {
	for i := range len(text) {
		digit := uint64(text[i] - '0')
		if digit > 9 || v > (limit-digit)/10 || digit > limit {
			return 0, false
		}
		v = v*10 + digit
	}
	return v, text != ""
}

// Cut is strings.Cut for one byte.
func Cut(s string, sep byte) (before, after string) {
	for i := range len(s) {
		if s[i] == sep {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// Setting appends a word key=value, when it is present.
func Setting(b []byte, key string, v uint64, present bool) []byte {
	if !present {
		return b
	}
	b = append(b, ' ')
	b = append(b, key...)
	return Number(append(b, '='), v)
}

// Number appends a number in decimal.
func Number(b []byte, v uint64) []byte {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + v%10)
		if v /= 10; v == 0 {
			return append(b, digits[i:]...)
		}
	}
}

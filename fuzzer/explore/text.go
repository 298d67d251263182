package explore

// maxQuoted is how much of a bad value a complaint repeats, in bytes.
const maxQuoted = 40

func quoted(s string) string {
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

func small(text string) (int, bool) {
	v, ok := decimal(text, 1<<31-1)
	return int(v), ok
}

func flag(text string) (bool, bool) {
	v, ok := decimal(text, 1)
	return v == 1, ok
}

// decimal reads a number that is at most limit.
func decimal(text string, limit uint64) (v uint64, ok bool) {
	for i := range len(text) {
		digit := uint64(text[i] - '0')
		if digit > 9 || v > (limit-digit)/10 || digit > limit {
			return 0, false
		}
		v = v*10 + digit
	}
	return v, text != ""
}

func cut(s string, sep byte) (before, after string) {
	for i := range len(s) {
		if s[i] == sep {
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

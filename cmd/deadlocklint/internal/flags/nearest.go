package flags

// Nearest returns the word that somebody may have mistyped, "" when none is near: one letter is wrong, or two
// of a long word.
func Nearest(word string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		d := distance(word, k)
		if allowed := min(len(word), len(k)) / 3; d <= allowed && d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is how many letters have to be put in, taken out, replaced or swapped with the next one to
// make b of a.
func distance(a, b string) int {
	var before []int // the row before the last one
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

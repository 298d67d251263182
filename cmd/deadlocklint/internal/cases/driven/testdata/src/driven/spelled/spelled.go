// Package spelled builds words.
package spelled

// A Word gets its letters one by one.
type Word struct {
	letters []string
	size    int
}

// Add adds a letter.
func (w *Word) Add(letter string) {
	w.letters = append(w.letters, letter)
	w.size++
}

// Size is how many there are.
func (w *Word) Size() int { return w.size }

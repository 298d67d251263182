// Package indexed keeps documents and an index of them, with a lock each. Two of its many methods take both.
package indexed

import "sync"

type Library struct {
	docs  sync.Mutex
	index sync.Mutex
	byID  map[int]string
	words map[string]int
}

func New() *Library {
	return &Library{byID: map[int]string{}, words: map[string]int{}}
}

// Import adds documents when there are some others.
func (l *Library) Import(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	if len(l.byID) < 2 {
		l.byID[id] = text
		return
	}
	l.index.Lock()
	l.words[text]++
	l.index.Unlock()
	l.byID[id] = text
}

// Compact drops words without documents.
func (l *Library) Compact() {
	l.index.Lock()
	defer l.index.Unlock()
	if len(l.words) == 0 {
		return
	}
	l.docs.Lock()
	defer l.docs.Unlock()
	for word := range l.words {
		if len(word) > len(l.byID) {
			delete(l.words, word)
		}
	}
}

func (l *Library) Add(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	l.byID[id] = text
}

func (l *Library) Remove(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	l.byID[id] = text
}

func (l *Library) Rename(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	l.byID[id] = text
}

func (l *Library) Replace(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	l.byID[id] = text
}

func (l *Library) Touch(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	l.byID[id] = text
}

func (l *Library) Mark(id int, text string) {
	l.docs.Lock()
	defer l.docs.Unlock()
	l.byID[id] = text
}

func (l *Library) Count(word string) int {
	l.index.Lock()
	defer l.index.Unlock()
	l.words[word]++
	return l.words[word]
}

func (l *Library) Find(word string) int {
	l.index.Lock()
	defer l.index.Unlock()
	l.words[word]++
	return l.words[word]
}

func (l *Library) Weigh(word string) int {
	l.index.Lock()
	defer l.index.Unlock()
	l.words[word]++
	return l.words[word]
}

func (l *Library) Rank(word string) int {
	l.index.Lock()
	defer l.index.Unlock()
	l.words[word]++
	return l.words[word]
}

func (l *Library) Forget(word string) int {
	l.index.Lock()
	defer l.index.Unlock()
	l.words[word]++
	return l.words[word]
}

func (l *Library) Learn(word string) int {
	l.index.Lock()
	defer l.index.Unlock()
	l.words[word]++
	return l.words[word]
}

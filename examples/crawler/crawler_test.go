package crawler

import "testing"

func TestCrawl(t *testing.T) {
	Crawl("a", map[string][]string{"a": {"b", "c"}, "b": {"d", "e"}}, 2, 1)
}

package cache

import "testing"

func TestGet(t *testing.T) {
	c := New(func(key string) string { return "value of " + key })
	c.Put("a", "1")
	if got := c.Get("a"); got != "1" {
		t.Errorf("a is %s", got)
	}
}

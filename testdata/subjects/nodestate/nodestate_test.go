package nodestate

import "testing"

func TestDocuments(t *testing.T) {
	page := &node{name: "page", children: []*node{{name: "title"}, {name: "text"}}}
	list := &node{name: "list", children: []*node{{name: "item"}}}
	if nodes, frames := run(page, list); nodes != 5 || frames != nodes {
		t.Errorf("%d nodes and %d frames, want 5 of each", nodes, frames)
	}
}

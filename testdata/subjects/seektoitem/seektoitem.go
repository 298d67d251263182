// Package seektoitem reads items of an archive whose readers share one open file.
//
// Source: seekToItem of Mozilla, table 5 of the HaPSet paper (Wang, Said, Gupta 2011).
// Bug: a reader moves the position of the file in one critical section, and reads in another.
// Shows as: failed test, since an item has the data of another place.
//
// family: sections
package seektoitem

import (
	"strings"
	"sync"
)

// A file has a position that all of its readers move.
type file struct {
	mu       sync.Mutex
	data     string
	position int
}

func (f *file) seek(position int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.position = position
}

func (f *file) read(n int) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	end := min(f.position+n, len(f.data))
	part := f.data[min(f.position, end):end]
	f.position = end
	return part
}

// An item has a header in the file, and its data behind it. Data is 0 until the header was read.
type item struct {
	mu     sync.Mutex
	header int
	data   int
	size   int
}

const headerSize = 4

// An archive has items by name.
type archive struct {
	mu    sync.Mutex
	file  file
	items map[string]*item
}

func newArchive(contents map[string]string, names []string) *archive {
	a := &archive{items: map[string]*item{}}
	var text strings.Builder
	for _, name := range names {
		a.items[name] = &item{header: text.Len(), size: len(contents[name])}
		text.WriteString("ITEM" + contents[name])
	}
	a.file.data = text.String()
	return a
}

func (a *archive) find(name string) *item {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.items[name]
}

// seekToItem moves the position to the data of an item.
func (a *archive) seekToItem(it *item) bool {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.data == 0 {
		a.file.seek(it.header)
		if a.file.read(headerSize) != "ITEM" {
			return false
		}
		it.data = it.header + headerSize
	}
	a.file.seek(it.data)
	return true
}

// read returns the data of an item, and "" when the archive is corrupt.
func (a *archive) read(it *item) string {
	if !a.seekToItem(it) {
		return ""
	}
	return a.file.read(it.size)
}

// run has a goroutine for each list of names, and returns how many items were read wrong.
func run(contents map[string]string, names []string, readers ...[]string) (wrong int) {
	a := newArchive(contents, names)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, list := range readers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, name := range list {
				if got := a.read(a.find(name)); got != contents[name] {
					mu.Lock()
					wrong++
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	return wrong
}

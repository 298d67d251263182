package output

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

//go:embed pages/*.txt
var pageFiles embed.FS

// RunPages are the pages of the checks that only a run makes, by their names. The first line of a page is its title.
func RunPages() map[checks.Name]string {
	entries, err := pageFiles.ReadDir("pages")
	if err != nil {
		panic(fmt.Sprintf("the embedded pages cannot be listed: %v", err)) // they are part of the program
	}
	pages := map[checks.Name]string{}
	for _, e := range entries {
		text, err := pageFiles.ReadFile(path.Join("pages", e.Name()))
		if err != nil {
			panic(fmt.Sprintf("the embedded page %s cannot be read: %v", e.Name(), err))
		}
		pages[checks.Name(strings.TrimSuffix(e.Name(), ".txt"))] = string(text)
	}
	return pages
}

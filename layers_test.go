package deadlocklint

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the layers in doc.go and CONTRIBUTING.md from the rows in layering_test.go")

// layerTitles are the layers from the highest to the lowest; those of one entry lie side by side.
var layerTitles = [][]layerTitle{
	{{l4, "L4", "main, and nothing else"}},
	{{l3, "L3", "the commands, and what only they use"}},
	{{l2a, "L2a", "static checks"}, {l2b, "L2b", "running the program"}, {l2c, "L2c", "instrumenting the user's own module"}},
	{{l1, "L1", "models and loading"}},
	{{l0, "L0", "vocabulary"}},
}

type layerTitle struct {
	layer       layer
	short, long string
}

// textWidth is the width of the layers in characters.
const textWidth = 96

// TestLayersAreTold fails when doc.go or CONTRIBUTING.md says other layers than the rows.
func TestLayersAreTold(t *testing.T) {
	members := layerMembers(layersOf(t))
	for _, c := range []struct {
		file  string
		block func(text string) (begin, end int)
		want  string
	}{
		{"doc.go", docBlock, docLayers(members)},
		{"CONTRIBUTING.md", drawingBlock, drawLayers(members)},
	} {
		data, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		begin, end := c.block(text)
		switch {
		case begin < 0:
			t.Errorf("%s: there is no block of layers below the heading Layers", c.file)
		case text[begin:end] == c.want:
		case *update:
			if err := os.WriteFile(c.file, []byte(text[:begin]+c.want+text[end:]), 0o666); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s says other layers than layering_test.go: run go test . -run TestLayersAreTold -update. Now it says\n%swant\n%s", c.file, text[begin:end], c.want)
		}
	}
}

// layersOf returns the layer of each package but the root.
func layersOf(t *testing.T) map[string]layer {
	t.Helper()
	of := map[string]layer{}
	for _, p := range packages(t) {
		if r, _, ok := rowOf(p.path); ok && p.path != "." {
			of[p.path] = r.layer
		}
	}
	return of
}

// layerMembers returns the packages of each layer, sorted. A folder with several
// packages that are all of one layer stands for them, as folder/... .
func layerMembers(of map[string]layer) map[layer][]string {
	members := map[layer][]string{}
	for _, pkg := range slices.Sorted(maps.Keys(of)) {
		name := pkg
		for dir := pkg; dir != "."; dir = path.Dir(dir) {
			if n, one := sameLayer(of, dir, of[pkg]); one && n > 1 {
				name = dir + "/..."
			}
		}
		if l := of[pkg]; !slices.Contains(members[l], name) {
			members[l] = append(members[l], name)
		}
	}
	return members
}

// sameLayer counts the packages of a folder and reports whether all are of the layer.
func sameLayer(of map[string]layer, dir string, l layer) (n int, all bool) {
	for pkg, other := range of {
		if !under(pkg, dir) {
			continue
		}
		if other != l {
			return 0, false
		}
		n++
	}
	return n, true
}

// docLayers is the block in doc.go: the layers from the lowest to the highest.
func docLayers(members map[layer][]string) string {
	var b strings.Builder
	for _, side := range slices.Backward(layerTitles) {
		for _, title := range side {
			words := strings.Fields(title.long + ": " + strings.Join(members[title.layer], ", "))
			for i, line := range wrap(words, textWidth-5) {
				fmt.Fprintf(&b, "//\t%s\n", prefixed(title, i)+line)
			}
		}
	}
	return b.String()
}

// prefixed begins a line of a layer: the first with its name.
func prefixed(title layerTitle, line int) string {
	if line > 0 {
		return strings.Repeat(" ", 5)
	}
	return fmt.Sprintf("%-5s", title.short)
}

// drawLayers is the drawing in CONTRIBUTING.md: one row of boxes on top of the other.
func drawLayers(members map[layer][]string) string {
	var b strings.Builder
	above := 1 // boxes in the row above
	for _, side := range layerTitles {
		b.WriteString(rule(max(above, len(side))))
		cells := make([][]string, len(side))
		height := 0
		for i, title := range side {
			cells[i] = cell(title, members[title.layer], boxWidth(len(side)))
			height = max(height, len(cells[i]))
		}
		for line := range height {
			for _, c := range cells {
				text := ""
				if line < len(c) {
					text = c[line]
				}
				fmt.Fprintf(&b, "| %-*s ", boxWidth(len(side)), text)
			}
			b.WriteString("|\n")
		}
		above = len(side)
	}
	return b.String() + rule(1)
}

// boxWidth is the width of the text in each of n boxes side by side.
func boxWidth(n int) int { return (textWidth+3)/n - 3 }

// rule is the line above n boxes.
func rule(n int) string { return strings.Repeat("+"+strings.Repeat("-", boxWidth(n)+2), n) + "+\n" }

// cell is the text of one box.
func cell(title layerTitle, names []string, width int) []string {
	var lines []string
	for i, line := range wrap(strings.Fields(title.long), width-5) {
		lines = append(lines, prefixed(title, i)+line)
	}
	for _, line := range wrap(strings.Fields(strings.Join(names, " ")), width-5) {
		lines = append(lines, prefixed(title, 1)+line)
	}
	return lines
}

// wrap puts words into lines of at most width characters, where they fit.
func wrap(words []string, width int) []string {
	var lines []string
	for _, w := range words {
		if last := len(lines) - 1; last >= 0 && len(lines[last])+1+len(w) <= width {
			lines[last] += " " + w
		} else {
			lines = append(lines, w)
		}
	}
	return lines
}

// docBlock finds the indented lines below the heading in the comment of doc.go.
func docBlock(text string) (begin, end int) {
	head := strings.Index(text, "// # Layers\n")
	if head < 0 {
		return -1, -1
	}
	first := strings.Index(text[head:], "\n//\t")
	if first < 0 {
		return -1, -1
	}
	begin = head + first + 1
	for end = begin; strings.HasPrefix(text[end:], "//\t"); {
		end += strings.Index(text[end:], "\n") + 1
	}
	return begin, end
}

// drawingBlock finds the lines of the fenced text below the heading in CONTRIBUTING.md.
func drawingBlock(text string) (begin, end int) {
	const heading, open, shut = "\n## Layers\n", "\n```text\n", "```\n"
	head := strings.Index(text, heading)
	if head < 0 {
		return -1, -1
	}
	first := strings.Index(text[head:], open)
	if first < 0 {
		return -1, -1
	}
	begin = head + first + len(open)
	length := strings.Index(text[begin:], shut)
	if length < 0 {
		return -1, -1
	}
	return begin, begin + length
}

// TestLayerTexts checks both texts of a small module, that a package which
// changes its layer changes both, and that a block is found where it is.
func TestLayerTexts(t *testing.T) {
	of := map[string]layer{
		"internal/trace": l0, "internal/trace/wire": l0, "internal/load": l1, "lockgraph": l1,
		"passes/one": l2a, "passes/two": l2a, "fuzzer/rt": l2b, "cmd/x/internal/run": l3, "cmd/x/internal/static": l3, "cmd/x": l4,
	}
	const doc = `//	L0   vocabulary: internal/trace/...
//	L1   models and loading: internal/load, lockgraph
//	L2a  static checks: passes/...
//	L2b  running the program: fuzzer/rt
//	L2c  instrumenting the user's own module:
//	L3   the commands, and what only they use: cmd/x/internal/...
//	L4   main, and nothing else: cmd/x
`
	const drawing = `+--------------------------------------------------------------------------------------------------+
| L4   main, and nothing else                                                                      |
|      cmd/x                                                                                       |
+--------------------------------------------------------------------------------------------------+
| L3   the commands, and what only they use                                                        |
|      cmd/x/internal/...                                                                          |
+--------------------------------+--------------------------------+--------------------------------+
| L2a  static checks             | L2b  running the program       | L2c  instrumenting the user's  |
|      passes/...                |      fuzzer/rt                 |      own module                |
+--------------------------------+--------------------------------+--------------------------------+
| L1   models and loading                                                                          |
|      internal/load lockgraph                                                                     |
+--------------------------------------------------------------------------------------------------+
| L0   vocabulary                                                                                  |
|      internal/trace/...                                                                          |
+--------------------------------------------------------------------------------------------------+
`
	members := layerMembers(of)
	if got := docLayers(members); got != doc {
		t.Errorf("doc.go: got\n%swant\n%s", got, doc)
	}
	if got := drawLayers(members); got != drawing {
		t.Errorf("drawing: got\n%swant\n%s", got, drawing)
	}
	of["internal/trace/wire"] = l1
	members = layerMembers(of)
	if docLayers(members) == doc || drawLayers(members) == drawing {
		t.Error("another layer of a package changes nothing")
	}
	text := "// # Layers\n//\n// Text.\n//\n" + doc + "//\n// More.\n"
	if b, e := docBlock(text); b < 0 || text[b:e] != doc {
		t.Errorf("the block of %q is at %d to %d", text, b, e)
	}
	text = "x\n\n## Layers\n\nText.\n\n```text\n" + drawing + "```\n\nMore.\n\n```text\nno\n```\n"
	if b, e := drawingBlock(text); b < 0 || text[b:e] != drawing {
		t.Errorf("the drawing of %q is at %d to %d", text, b, e)
	}
}

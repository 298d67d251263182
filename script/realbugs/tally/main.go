// Tally reads the JSON document of "deadlocklint run -json" and prints how many
// deadlocks it predicts and confirms, and whether one of the confirmed is
// between the lock classes in the file it is given.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: tally LOCKS <JSON"))
	}
	locks, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail(err)
	}
	classes := strings.Fields(string(locks))

	var doc struct {
		Findings []json.RawMessage `json:"findings"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&doc); err != nil {
		fail(err)
	}
	confirmed, expected := 0, "no"
	for _, raw := range doc.Findings {
		var finding struct {
			Status string `json:"status"`
		}
		if err := json.Unmarshal(raw, &finding); err != nil {
			fail(err)
		}
		about := mentions(string(raw), classes)
		switch {
		case finding.Status == "confirmed":
			confirmed++
			if about {
				expected = "confirmed"
			}
		case about && expected == "no":
			expected = finding.Status
		}
	}
	// Every finding was predicted; the status says what became of it.
	fmt.Printf("predicted %d, confirmed %d (the known one: %s)\n",
		len(doc.Findings), confirmed, expected)
}

// mentions reports whether a finding names all classes. It is content with
// Type.field, as messages may shorten the package path.
func mentions(finding string, classes []string) bool {
	for _, class := range classes {
		short := class[strings.LastIndexByte(class, '/')+1:]
		short = short[strings.IndexByte(short, '.')+1:]
		if !strings.Contains(finding, short) {
			return false
		}
	}
	return true
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "tally:", err)
	os.Exit(1)
}

package cases

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// restored returns a finding of a batch with the names that files and tests have in the case:
// the expectation uses these.
func (c *Case) restored(f report.Finding) (report.Finding, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return f, err
	}
	var r report.Finding
	if err := json.Unmarshal([]byte(c.names().Replace(string(data))), &r); err != nil {
		return f, err
	}
	r.Replay = f.Replay // names files of the session
	return r, nil
}

// names replaces the names of the batch.
func (c *Case) names() *strings.Replacer {
	pairs := []string{path.Join(host, c.dir) + ".Main", path.Join(host, c.dir) + ".main"}
	for _, f := range c.files {
		placed := c.fileName(f.Name)
		pairs = append(pairs, path.Join(c.dir, placed), f.Name, path.Base(placed), path.Base(f.Name))
	}
	for _, name := range c.Tests {
		pairs = append(pairs, c.testName(name), name)
	}
	return strings.NewReplacer(pairs...)
}

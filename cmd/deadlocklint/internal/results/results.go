// Package results keeps what the last run in a module found, for the language
// server: a file a module in the cache directory, written when a run ends and read
// again when it is newer than what the server has.
//
// A file that cannot be written or read is no error: the next run replaces it. The
// package shows nothing and decides nothing.
package results

import "github.com/deadlocklint/deadlocklint/internal/report"

// Results are what the last run of the tests found in a module.
type Results struct {
	Findings []report.Finding

	// Lines has the source lines of the positions in the findings as they were
	// then, by position.
	Lines map[string]string
}

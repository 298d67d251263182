// Package results keeps the findings of the last run in a module, for the language
// server. Each module has a file in the cache directory. A run writes it at its end,
// and the server reads it again when it is newer.
//
// A file that cannot be written or read is no error: the next run replaces it. The
// package shows nothing and decides nothing.
package results

import "github.com/deadlocklint/deadlocklint/internal/report"

// Results are the findings of the last run of the tests in a module.
type Results struct {
	Findings []report.Finding

	// Lines has the source lines of the positions in the findings as they were
	// then, by position.
	Lines map[string]string
}

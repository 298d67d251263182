// Package alike checks protocols of modules and programs again and again. Verdicts, ids and words are the same each time, though native
// runs differ. A line tells the calls that have native runs alone. The package has tests only.
package alike

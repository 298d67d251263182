// Package oracle compares the verdicts of the whole pipeline with the truth, on
// random programs of package internal/oracle: 40 of them in "go test ./...", and 260 others
// in script/ci/rest.sh. script/oracle does so for as many programs as one likes, with more
// tries.
package oracle

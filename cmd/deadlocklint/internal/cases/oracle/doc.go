// Package oracle compares the verdicts of the whole pipeline with the truth, on 300
// random programs of package internal/oracle. script/oracle does so for as many
// programs as one likes, with more tries.
package oracle

// Package rules runs explore -drive with -rules on the packages of its testdata, as a user would. Each package is named after the rule by which
// it is reported. Package calm is reported by none, and has calls that wait.
package rules

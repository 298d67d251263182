// Package driven runs explore -drive on the packages of its testdata, as a user would. Each is named after what it shows. The twin of a
// package has the suffix _fixed: nothing is found there.
package driven

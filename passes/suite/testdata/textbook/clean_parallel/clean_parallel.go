// Package clean_parallel has tests that take two locks in both orders, one after the other.
package clean_parallel

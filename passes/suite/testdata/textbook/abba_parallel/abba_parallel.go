// Package abba_parallel has parallel tests that take two locks in both orders.
package abba_parallel

// Package clean_decided takes a lock under conditions that what the caller passes, or has asked before, decides.
package clean_decided

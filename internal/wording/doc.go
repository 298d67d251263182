// Package wording has the words of operations: one table, from which all messages, reports, schedules and pictures take them.
//
// An operation is named as the readable form of a trace names it, such as "wgwait". That name is for files and
// programs. A person reads "waits for WaitGroup x", and this package is the only place that says so.
package wording

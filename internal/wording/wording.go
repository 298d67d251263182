package wording

import (
	"cmp"
	"strings"
)

// Does says what a goroutine does in an operation on an object: "locks x". The object may be "".
func Does(op, object string) string {
	o := operations[op]
	if object == "" && o.alone != "" {
		return o.alone
	}
	return o.with(o.does, op, object)
}

// Did says what a recorded event means. The request of a lock is recorded where the goroutine has to wait.
func Did(op, object string) string {
	o := operations[op]
	if o.did == "" {
		return Does(op, object)
	}
	return o.with(o.did, op, object)
}

// Waits says what a blocked goroutine waits for, after the word "waits". It is "" for an operation in which none is ever
// blocked.
func Waits(op, object string) string {
	o := operations[op]
	if o.waits == "" {
		return ""
	}
	if object != "" {
		return strings.Replace(o.waits, "X", object, 1)
	}
	if op == "select" {
		return "in a select"
	}
	return strings.NewReplacer("WaitGroup X", aWaitGroup, "X", o.object).Replace(o.waits)
}

// Skips says that a goroutine goes on without an operation.
func Skips(op, object string) string {
	o := operations[op]
	return o.with(o.skips, op, object)
}

// Noun names the operation itself, as in "the send at a.go:5".
func Noun(op string) string {
	if o, ok := operations[op]; ok {
		return o.noun
	}
	return cmp.Or(op, "operation")
}

// A names the operation itself with the article that fits: "an RLock".
func A(op string) string {
	noun := Noun(op)
	if strings.ContainsRune("AEIOaeio", rune(noun[0])) || strings.HasPrefix(noun, "RL") || strings.HasPrefix(noun, "RU") {
		return "an " + noun
	}
	return "a " + noun
}

// Blocks reports whether a goroutine may be blocked in an operation.
func Blocks(op string) bool { return operations[op].waits != "" }

// with fills in a phrase. An operation that the table does not have stands for itself.
func (o operation) with(phrase, op, object string) string {
	if phrase == "" {
		phrase = op + " X"
	}
	if object == "" {
		object = o.object
	}
	return strings.TrimSpace(strings.Replace(phrase, "X", object, 1))
}

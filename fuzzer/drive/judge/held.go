package judge

import "reflect"

// This file keeps what a driver has been given and has no variable for. The driver could use it, and by that wake a goroutine.

// holding are such values of the present trial.
var holding []any

// Hold keeps a value, and returns it.
func Hold[T any](v T) T {
	holding = append(holding, v)
	return v
}

// heldChans are the channels among the values that are kept.
func heldChans() (list []uintptr) {
	for _, v := range holding {
		if c := reflect.ValueOf(v); c.Kind() == reflect.Chan {
			list = append(list, c.Pointer())
		}
	}
	return list
}

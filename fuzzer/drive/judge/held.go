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

// drainHeld receives for ever from channels that are kept, and from those in objects that are kept: who asks for values reads them.
func (r *run) drainHeld() {
	for _, v := range holding[r.drained:] {
		for _, c := range channelsOf(reflect.ValueOf(v)) {
			go receive(c)
		}
	}
	r.drained = len(holding)
}

func receive(c reflect.Value) {
	for ok := true; ok; {
		_, ok = c.Recv()
	}
}

// channelsOf are the channels that a value is, or has as exported fields, and that can be received from.
func channelsOf(v reflect.Value) (list []reflect.Value) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Chan && !v.IsNil() && v.Type().ChanDir() != reflect.SendDir:
		return []reflect.Value{v}
	case v.Kind() != reflect.Struct:
		return nil
	}
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Chan && f.CanInterface() {
			list = append(list, channelsOf(f)...)
		}
	}
	return list
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

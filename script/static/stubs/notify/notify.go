// Package notify stands in for a module that is no longer to be had.
package notify

// An Event is a set of the constants below.
type Event uint32

// The events of a file.
const (
	InCreate Event = 1 << iota
	InMovedTo
	InDelete
	InDeleteSelf
	InModify
	InMovedFrom
	InMoveSelf
	InAttrib
)

// An EventInfo is something that happened.
type EventInfo interface {
	Event() Event
	Path() string
}

// WatchWithFilter does nothing.
func WatchWithFilter(string, chan<- EventInfo, func(string) bool, ...Event) error { return nil }

// Stop does nothing.
func Stop(chan<- EventInfo) {}

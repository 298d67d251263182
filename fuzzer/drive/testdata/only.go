// Package only has an interface, and nothing that a test could name.
package only

type Store interface {
	Take(key string) (int, error)
	Close() error
}

// Package runner runs services.
package runner

type service struct {
	name  string
	serve func() error
}

func (s *service) Serve() error { return s.serve() }

// Service makes a service of a function.
func Service(name string, serve func() error) interface{ Serve() error } {
	return &service{name, serve}
}

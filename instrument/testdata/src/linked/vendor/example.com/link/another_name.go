//go:build another_name

package link

func (l *Link) Upper() { upper = true }

var upper bool

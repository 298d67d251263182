//go:build a_method

package link

func (l *Link) Connect() { l.Up = true }

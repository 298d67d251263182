//go:build one_of_several

package link

func (l *Link) Set(a, b bool) { l.Open, l.Up = a, b }

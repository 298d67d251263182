//go:build a_comparison

package link

func (l *Link) Is() bool { return l.Up == true }

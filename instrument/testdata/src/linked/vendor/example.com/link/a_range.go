//go:build a_range

package link

func (l *Link) Range(c chan bool) {
	for l.Up = range c {
	}
}

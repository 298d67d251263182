//go:build an_address

package link

func (l *Link) Flag() *bool { return &l.Up }

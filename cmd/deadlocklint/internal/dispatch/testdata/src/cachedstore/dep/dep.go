package dep

import (
	"bufio"
	"io"
)

type Store struct{ n int }

func (s *Store) Put()         { s.n++ }
func (s *Store) Close() error { s.Put(); return nil }

func Fill(s *Store)         { s.Put() }
func Shut(c io.Closer)      { _ = c.Close() }
func Log(w *bufio.Writer)   { _, _ = w.WriteString("line\n") }
func Other(r io.ReadCloser) { _ = r.Close() }

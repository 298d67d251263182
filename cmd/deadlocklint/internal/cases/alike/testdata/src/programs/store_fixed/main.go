package main

// The store is closed after the writer.
func main() {
	s := New()
	done := make(chan bool)
	go func() {
		s.Put("a", 1)
		s.Put("b", 2)
		done <- true
	}()
	s.Put("c", 3)
	if s.Get("c") != 3 {
		panic("lost")
	}
	<-done
	s.Close()
}

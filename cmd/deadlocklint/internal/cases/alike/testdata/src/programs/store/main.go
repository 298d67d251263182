package main

// The writer may still write when the store is closed.
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
	s.Close()
	<-done
}

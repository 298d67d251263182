package main

// The writer never says that it is done.
func main() {
	s := New()
	done := make(chan bool)
	go func() {
		s.Put("a", 1)
		if s.Get("a") != 1 {
			done <- true
		}
	}()
	s.Put("c", 3)
	<-done
	s.Close()
}

// Package waits_for_itself receives what it sends when it returns.
package waits_for_itself

type Conn struct {
	stop, ended chan struct{}
	in          chan []byte
}

func (c *Conn) Start() { go c.loop() }

func (c *Conn) loop() {
	defer close(c.ended)
	for {
		select {
		case b := <-c.in:
			if len(b) == 0 {
				c.Close() // want `loop waits for itself: it closes .*Conn.ended when it returns, and receives from it before`
				return
			}
		case <-c.stop:
			return
		}
	}
}

func (c *Conn) Close() {
	close(c.stop)
	<-c.ended
}

func Start(work func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
		<-done // want `waits for itself: it closes .*done when it returns, and receives from it before`
	}()
}

// Run waits for a literal that only waits as well.
func Run(clean func()) {
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		<-ended
		clean()
	}()
	<-ended // want `Run waits for itself: it closes .*ended when it returns, and receives from it before`
}

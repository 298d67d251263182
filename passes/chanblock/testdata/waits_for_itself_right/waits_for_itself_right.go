// Package waits_for_itself_right leaves waiting to others.
package waits_for_itself_right

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
				go c.Close()
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

// First closes what it takes the first one of, which somebody else has filled.
func First(source chan int) chan int {
	first := make(chan int)
	go func() {
		defer close(first)
		defer close(source)
		first <- <-source
	}()
	return first
}

// A Job is one of another package.
type Job interface {
	Run(started chan<- bool)
}

// Run waits for a sign from a job, which a literal gives the channel.
func Run(job Job) {
	started := make(chan bool)
	defer close(started)
	go func() { job.Run(started) }()
	<-started
}

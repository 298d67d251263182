// Package actors lets two actors greet each other. Each sends before it reads its own mail.
package actors

type Actor struct {
	Name string
	mail chan string
}

func New(name string, room int) *Actor {
	return &Actor{name, make(chan string, room)}
}

// Greet sends a letter to the other one, and then reads so many of its own.
func (a *Actor) Greet(other *Actor, letters int) {
	other.mail <- "hello from " + a.Name
	for range letters {
		<-a.mail
	}
}

// Advertise sends messages that were not asked for.
func Advertise(to *Actor) { to.mail <- "an offer" }

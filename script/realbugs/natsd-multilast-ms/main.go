// Creates a consumer that starts at the last message of every subject of a
// memory stream (which reads memStore.mu recursively) and, later and over
// another connection, fetches from a second consumer (which writes it).
package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A deadlock is to hang, not to fail.
const wait = nats.MaxWait(time.Minute)

func main() {
	dir, err := os.MkdirTemp("", "realbugs")
	check(err)
	defer os.RemoveAll(dir)
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir,
		NoLog: true, NoSigs: true,
	})
	check(err)
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		check(fmt.Errorf("server not ready"))
	}

	js := connect(s)
	subjects := []string{"orders.new", "orders.paid"}
	_, err = js.AddStream(&nats.StreamConfig{
		Name: "ORDERS", Subjects: subjects, Storage: nats.MemoryStorage,
	})
	check(err)
	for _, subject := range subjects {
		_, err := js.Publish(subject, []byte("x"))
		check(err)
	}
	sub, err := connect(s).PullSubscribe("", "all", nats.BindStream("ORDERS"))
	check(err)

	// Only time keeps the two apart. The second party is a fetch because
	// publishing would wait for the stream lock that guards consumer creation.
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		time.Sleep(100 * time.Millisecond)
		// The filters are exactly the subjects of the stream: the short cut
		// to AllLastSeqs.
		_, err := js.AddConsumer("ORDERS", &nats.ConsumerConfig{
			Durable: "last", DeliverPolicy: nats.DeliverLastPerSubjectPolicy,
			FilterSubjects: subjects, AckPolicy: nats.AckExplicitPolicy,
		}, wait)
		check(err)
	}()
	go func() {
		defer wg.Done()
		time.Sleep(400 * time.Millisecond)
		msgs, err := sub.Fetch(2, wait)
		check(err)
		if len(msgs) != 2 {
			check(fmt.Errorf("fetched %d messages", len(msgs)))
		}
	}()
	wg.Wait()

	s.Shutdown()
	s.WaitForShutdown()
	fmt.Println("PASS")
}

func connect(s *server.Server) nats.JetStreamContext {
	nc, err := nats.Connect(s.ClientURL(), nats.MaxReconnects(0))
	check(err)
	js, err := nc.JetStream()
	check(err)
	return js
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}

// Publishes the first message of an atomic batch (which locks batching.mu, then
// stream.mu) and, later and over another connection, disables atomic publishing
// (which locks them the other way around to drop that batch).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A deadlock is to hang, not to fail.
const wait = time.Minute

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

	admin, publisher := connect(s), connect(s)
	config := server.StreamConfig{
		Name: "ORDERS", Subjects: []string{"orders"}, Storage: server.FileStorage,
		Replicas: 1, AllowAtomicPublish: true,
	}
	request(admin, "$JS.API.STREAM.CREATE.ORDERS", config)

	// Only time keeps the two apart.
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		time.Sleep(100 * time.Millisecond)
		msg := nats.NewMsg("orders")
		msg.Header.Set("Nats-Batch-Id", "batch")
		msg.Header.Set("Nats-Batch-Sequence", "1")
		_, err := publisher.RequestMsg(msg, wait)
		check(err)
	}()
	go func() {
		defer wg.Done()
		time.Sleep(400 * time.Millisecond)
		config.AllowAtomicPublish = false
		request(admin, "$JS.API.STREAM.UPDATE.ORDERS", config)
	}()
	wg.Wait()

	s.Shutdown()
	s.WaitForShutdown()
	fmt.Println("PASS")
}

func connect(s *server.Server) *nats.Conn {
	nc, err := nats.Connect(s.ClientURL(), nats.MaxReconnects(0))
	check(err)
	return nc
}

func request(nc *nats.Conn, subject string, config server.StreamConfig) {
	body, err := json.Marshal(config)
	check(err)
	msg, err := nc.Request(subject, body, wait)
	check(err)
	var reply server.ApiResponse
	check(json.Unmarshal(msg.Data, &reply))
	if reply.Error != nil {
		check(reply.Error)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}

// Command beego-logs closes an asynchronous logger while a worker logs.
package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/astaxie/beego/logs"
)

func main() {
	log := logs.NewLogger(10)
	if err := log.SetLogger(logs.AdapterConsole); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	log.Async()
	var worker sync.WaitGroup
	worker.Add(1)
	go func() {
		defer worker.Done()
		for i := range 3 {
			log.Info("message %d", i)
		}
	}()
	time.Sleep(250 * time.Millisecond) // long after the worker
	log.Close()
	worker.Wait()
	fmt.Println("closed")
}

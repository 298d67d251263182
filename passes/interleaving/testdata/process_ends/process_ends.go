// Package process_ends has a goroutine that returns where another one would end the process.
package process_ends

import "net/http"

func Serve() {
	stop := make(chan bool)
	go func() {
		println(http.ListenAndServe("localhost:0", nil))
	}()
	<-stop // want `Serve waits to receive from the channel of line 7`
}

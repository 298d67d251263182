// Package starts begins what it does not end: commands, connections, statements, files of a loop.
package starts

import (
	"context"
	"database/sql"
	"net"
	"os"
	"os/exec"
)

func notWaitedFor(name string) error {
	cmd := exec.Command(name) // want `notWaitedFor returns without Wait of the exec.Cmd`
	return cmd.Start()
}

func notWaitedForOnOnePath(ctx context.Context, name string, p []byte) error {
	cmd := exec.CommandContext(ctx, name)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := in.Write(p); err != nil {
		return err // want `without Wait of the exec.Cmd made at starts.go:\d+`
	}
	return cmd.Wait()
}

func waitedForTwice(name string) error {
	cmd := exec.Command(name)
	if err := cmd.Run(); err != nil {
		return err
	}
	return cmd.Wait() // want `Wait of the exec.Cmd is called after Run`
}

func droppedConnection(l net.Listener, full func() bool) error {
	for {
		c, err := l.Accept() // want `makes the next net.Conn without Close of the one before`
		if err != nil {
			return err
		}
		if full() {
			continue
		}
		go c.Close()
	}
}

func droppedPacketConnection(addr *net.UDPAddr) error {
	c, err := net.ListenUDP("udp", addr) // want `without Close of the net.Conn`
	if err != nil {
		return err
	}
	_, err = c.WriteToUDP([]byte("x"), addr)
	return err
}

func statement(db *sql.DB) error {
	s, err := db.Prepare("insert") // want `without Close of the sql.Stmt`
	if err != nil {
		return err
	}
	_, err = s.Exec()
	return err
}

func connectionOfThePool(ctx context.Context, db *sql.DB) error {
	c, err := db.Conn(ctx) // want `without Close of the sql.Conn`
	if err != nil {
		return err
	}
	return c.PingContext(ctx)
}

func overwritten(names []string) error {
	var f *os.File
	var err error
	for _, name := range names {
		f, err = os.Create(name) // want `makes the next os.File without Close of the one before`
		if err != nil {
			return err
		}
		f.WriteString("x")
	}
	return f.Close()
}

// The twins.

func rightWaitedFor(name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

func rightWaitedForElsewhere(name string, errs chan error) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { errs <- cmd.Wait() }()
	return nil
}

func rightReleased(name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

func rightNeverStarted(name string) string {
	cmd := exec.Command(name)
	return cmd.String()
}

func rightAccepted(l net.Listener, full func() bool) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		if full() {
			c.Close()
			continue
		}
		go serve(c)
	}
}

func serve(c net.Conn) { c.Close() }

func rightStatement(db *sql.DB) error {
	s, err := db.Prepare("insert")
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.Exec()
	return err
}

// The statement ends with its database.
func rightOwner(name string) error {
	db, err := sql.Open("x", name)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Prepare("insert")
	if err != nil {
		return err
	}
	_, err = s.Exec()
	return err
}

// The statement of a transaction ends with it.
func rightOfATransaction(tx *sql.Tx) error {
	s, err := tx.Prepare("insert")
	if err != nil {
		return err
	}
	_, err = s.Exec()
	return err
}

func rightOverwritten(names []string) error {
	var f *os.File
	var err error
	for _, name := range names {
		if f != nil {
			f.Close()
		}
		if f, err = os.Create(name); err != nil {
			return err
		}
		f.WriteString("x")
	}
	if f == nil {
		return nil
	}
	return f.Close()
}

func rightLastOfThem(names []string) error {
	var last *os.File
	for _, name := range names {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		if last != nil {
			last.Close()
		}
		last = f
	}
	if last == nil {
		return nil
	}
	return last.Close()
}

// A test asks for an error.
func rightExpectedToFail(ctx context.Context, db *sql.DB, fail func(error)) {
	if _, err := db.QueryContext(ctx, "select 1"); err != context.Canceled {
		fail(err)
	}
	if _, err := os.Open("missing"); err == nil {
		fail(err)
	}
}

// A variable that a function literal knows, too.
func rightOwnerInAVariable(name string) error {
	db, err := sql.Open("x", name)
	if err != nil {
		return err
	}
	defer db.Close()
	ping := func() error { return db.Ping() }
	s, err := db.Prepare("insert")
	if err != nil {
		return err
	}
	if _, err = s.Exec(); err != nil {
		return err
	}
	return ping()
}

// Rows are closed by their context.
func rightCancelledRows(db *sql.DB) (bool, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rows, err := db.QueryContext(ctx, "select 1")
	if err != nil {
		return false, err
	}
	return rows.Next(), nil
}

// The helper reads the rows to their end, which closes them.
func rightReadByAHelper(db *sql.DB) (n int, err error) {
	rows, err := db.Query("select")
	if err != nil {
		return 0, err
	}
	n = count(rows)
	check := func(rows *sql.Rows) {
		for rows.Next() {
			n++
		}
	}
	rows, err = db.Query("select")
	if err != nil {
		return 0, err
	}
	check(rows)
	return n, nil
}

func count(rows *sql.Rows) (n int) {
	for rows.Next() {
		n++
	}
	return n
}

// The error is what the test is about.
func rightHandedOn(check func(error)) {
	_, err := os.Open("gone")
	check(err)
}

func droppedWhenItIsThere(check func(error)) {
	_, err := os.Open("there") // want `without Close of the os.File`
	if err != nil {
		check(err)
	}
}

// The second error is known behind the place where it meets the first one.
func rightOneErrorForTwo(name string, then func() error) (*os.File, error) {
	f, err := os.Create(name)
	if err == nil {
		if err = then(); err != nil {
			f.Close()
		}
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Package unfinished leaves objects that nobody brings to their end.
package unfinished

import (
	"archive/zip"
	"bufio"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
)

var errBad = errors.New("bad")

func file(name string) ([]byte, error) {
	f, err := os.Open(name) // want `file returns without Close of the os.File`
	if err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}

func fileOnOnePath(name string, bad bool) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if bad {
		return errBad // want `without Close of the os.File made at unfinished.go:30`
	}
	return f.Close()
}

func fileOfALoop(names []string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, f); err != nil {
			f.Close()
			continue
		}
	}
	return nil // want `without Close of the os.File`
}

func fileOfAnEndlessLoop(names chan string) {
	for {
		f, err := os.Open(<-names) // want `makes the next os.File without Close of the one before`
		if err != nil {
			continue
		}
		if _, err := f.WriteString("x"); err != nil {
			continue
		}
		f.Close()
	}
}

func variable(name string, out bool) (err error) {
	defer func() { err = errors.Join(err, errBad) }()
	var f *os.File
	if out {
		f, err = os.Create(name) // want `without Close of the os.File`
		if err != nil {
			return err
		}
		f.WriteString("x")
	}
	return nil
}

func beforeTheDefer(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	st, err := f.Stat()
	if err != nil {
		return err // want `without Close of the os.File`
	}
	_ = st
	defer func() { f.Close() }()
	return nil
}

func body(url string, v any) error {
	resp, err := http.Get(url) // want `without Close of the http.Response.Body`
	if err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

func bodyOfAClient(c *http.Client, req *http.Request) (int, error) {
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	if resp.StatusCode >= 400 {
		return 0, errBad // want `without Close of the http.Response.Body`
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func rows(ctx context.Context, db *sql.DB) (n int, err error) {
	r, err := db.QueryContext(ctx, "select 1")
	if err != nil {
		return 0, err
	}
	for r.Next() {
		if err := r.Scan(&n); err != nil {
			return 0, err // want `without Close of the sql.Rows`
		}
	}
	return n, r.Err()
}

func transaction(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	if _, err := tx.Exec("delete"); err != nil {
		return err // want `without Commit or Rollback of the sql.Tx`
	}
	return tx.Commit()
}

func connection(addr string) error {
	c, err := net.Dial("tcp", addr) // want `without Close of the net.Conn`
	if err != nil {
		return err
	}
	_, err = c.Write([]byte("x"))
	return err
}

func listener() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // want `without Close of the net.Listener`
	if err != nil {
		return "", err
	}
	return l.Addr().String(), nil
}

func buffer(w io.Writer) {
	b := bufio.NewWriter(w) // want `without Flush of the bufio.Writer`
	b.WriteString("x")
}

func packed(w io.Writer) {
	z := gzip.NewWriter(w) // want `without Close of the gzip.Writer`
	z.Write([]byte("x"))
}

func archive(w io.Writer) error {
	z := zip.NewWriter(w) // want `without Close of the zip.Writer`
	if _, err := z.Create("x"); err != nil {
		return err
	}
	return nil
}

func table(w io.Writer) {
	c := csv.NewWriter(w) // want `without (Flush|Flush or WriteAll) of the csv.Writer`
	c.Write([]string{"x"})
}

// flagged stops for a reason that says nothing about who reads.
func flagged(w io.Writer, p []byte) {
	b := bufio.NewWriter(w) // want `without Flush of the bufio.Writer`
	for i := 0; !told(w) && i < len(p); i++ {
		b.WriteByte(p[i])
	}
	if !told(w) {
		b.Flush()
	}
}

func told(w io.Writer) bool {
	c, ok := w.(interface{ Closed() chan int })
	if !ok {
		return false
	}
	select {
	case <-c.Closed():
		return true
	default:
		return false
	}
}

// sometimesDone says yes for two reasons, one of which is no end.
func sometimesDone(ctx context.Context, w io.Writer, n int) {
	b := bufio.NewWriter(w) // want `without Flush of the bufio.Writer`
	b.WriteString("x")
	if !doneOrMany(ctx, n) {
		b.Flush()
	}
}

func doneOrMany(ctx context.Context, n int) bool { return ctx.Err() != nil || n > 10 }

// abandonedFile has to be closed all the same.
func abandonedFile(ctx context.Context, name string) {
	f, err := os.Create(name) // want `without Close of the os.File`
	if err != nil {
		return
	}
	select {
	case <-ctx.Done():
	default:
		f.Close()
	}
}

// The context of a caller may never be cancelled.
func transactionOfCaller(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil) // want `without Commit or Rollback of the sql.Tx`
	if err != nil {
		return err
	}
	_, err = tx.Exec("x")
	return err
}

func toggled(name string, p []byte) (n int) {
	f, err := os.Open(name) // want `without Close of the os.File`
	if err != nil {
		return 0
	}
	odd := false
	for range p {
		if odd = !odd; odd {
			n++
		}
	}
	f.Stat()
	return n
}

func toggledAndCaptured(name string, p []byte) (n int) {
	f, err := os.Open(name) // want `without Close of the os.File`
	if err != nil {
		return 0
	}
	odd := false
	defer func() { println(odd) }()
	for range p {
		if odd = !odd; odd {
			n++
		}
	}
	f.Stat()
	return n
}

// Package right looks like the others and is correct.
package right

import (
	"bufio"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
)

func deferred(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

func deferredAndExplicit(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteString("x"); err != nil {
		return err
	}
	return f.Close()
}

func eachPath(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if _, err := f.WriteString("x"); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

func returned(name string) (*os.File, error) { return os.Open(name) }

type holder struct {
	mu sync.Mutex
	f  *os.File
}

func stored(h *holder, name string) (err error) {
	h.f, err = os.Open(name)
	return err
}

func inALiteral(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{bufio.NewReader(f), f}, nil
}

func sent(c chan *os.File, name string) {
	if f, err := os.Open(name); err == nil {
		c <- f
	}
}

func captured(name string) (err error) {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return nil
}

func closedByAGoroutine(name string) {
	f, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		defer f.Close()
		io.Copy(io.Discard, f)
	}()
}

func given(name string, use func(*os.File)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	use(f)
	return nil
}

func wrapped(name string) (*bufio.Reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return bufio.NewReader(f), nil
}

func flag(name string, out bool) {
	var f *os.File
	if out {
		f, _ = os.Create(name)
	}
	fmt.Println("working")
	if out {
		f.Close()
	}
}

type options struct{ compress bool }

func field(w io.Writer, o *options) (err error) {
	var z *gzip.Writer
	if o.compress {
		z = gzip.NewWriter(w)
		w = z
	}
	fmt.Fprintln(w, "x")
	if o.compress {
		err = z.Close()
	}
	return err
}

func kindOfError(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	return f.Close()
}

func switched(name string) error {
	f, err := os.Open(name)
	switch {
	case err == nil:
	case os.IsNotExist(err):
		return nil
	default:
		return err
	}
	return f.Close()
}

func retried(name string) error {
	var f *os.File
	var err error
	for range 3 {
		if f, err = os.Open(name); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func body(ctx context.Context, url string, v any) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

func bodyOfNothing(url string) {
	resp, err := http.Get(url)
	if resp != nil {
		defer resp.Body.Close()
	}
	if err != nil {
		log.Print(err)
	}
}

func rowsToTheEnd(db *sql.DB) (n int, err error) {
	rows, err := db.Query("select 1")
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

func transaction(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("delete"); err != nil {
		return err
	}
	return tx.Commit()
}

func unflushedOnFailure(w io.Writer) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString("x"); err != nil {
		return err
	}
	return b.Flush()
}

func fatal(name string) {
	f, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.Copy(os.Stdout, f); err != nil {
		log.Fatal(err)
	}
	f.Close()
}

func (h *holder) reopened(name string) error {
	h.f.Close()
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	h.f = f
	_, err = h.f.WriteString("x")
	return err
}

func (h *holder) reopenedByOthers() {
	h.mu.Lock()
	h.f.Close()
	h.mu.Unlock()
	h.mu.Lock()
	h.f.Sync()
	h.mu.Unlock()
}

func (h *holder) open(name string) { h.f, _ = os.Open(name) }

func (h *holder) reopenedByAHelper(name string) {
	h.f.Close()
	h.open(name)
	h.f.Sync()
}

func main(name string) {
	f, _ := os.Create(name)
	defer f.Close()
	f.WriteString("x")
}

func assigned(name string) error {
	ok := false
	func() { ok = true }()
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	if ok {
		return f.Close()
	}
	return f.Close()
}

func closedIfAsked(name string) error {
	done := false
	finish := func() { done = true }
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	finish()
	if done {
		f.Close()
		return nil
	}
	f.Close()
	return nil
}

func buffered(name string) *bufio.Writer {
	f, err := os.Create(name)
	if err != nil {
		log.Fatal(err)
	}
	return bufio.NewWriter(f)
}

type process struct{ cmd *exec.Cmd }

func (p *process) start(path string) error {
	cmd := &exec.Cmd{Path: path}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd = cmd
	return nil
}

func embedded(addr *net.UDPAddr) (net.Addr, error) {
	c, err := net.DialUDP("udp", nil, addr)
	if err != nil {
		return nil, err
	}
	local := c.LocalAddr()
	c.Close()
	return local, nil
}

func closedOnceMore(c net.Conn, failed bool) {
	if failed {
		c.Close()
	}
	c.Close()
}

func packedAgain(w io.Writer, list [][]byte) error {
	z := gzip.NewWriter(w)
	for _, b := range list {
		if _, err := z.Write(b); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		z.Reset(w)
	}
	return nil
}

func ofKnownType(path string) (*net.UnixConn, error) {
	c, err := net.Dial("unix", path)
	if err != nil {
		return nil, err
	}
	u, ok := c.(*net.UnixConn)
	if !ok {
		return nil, errors.New("cannot happen")
	}
	return u, nil
}

// Who finds that nobody waits for the output any more need not flush.
func abandoned(w io.Writer, r *http.Request, p []byte) {
	b := bufio.NewWriter(w)
	for i := 0; !gone(r) && i < len(p); i++ {
		b.WriteByte(p[i])
	}
	if !gone(r) {
		b.Flush()
	}
}

func gone(r *http.Request) bool {
	select {
	case <-r.Context().Done():
		return true
	default:
		return false
	}
}

func abandonedByError(ctx context.Context, w io.Writer) {
	b := bufio.NewWriter(w)
	b.WriteString("x")
	if cancelled(ctx) || context.Cause(ctx) != nil {
		return
	}
	b.Flush()
}

func cancelled(ctx context.Context) bool { return ctx.Err() != nil }

func abandonedInSelect(ctx context.Context, w io.Writer, in chan string) {
	b := bufio.NewWriter(w)
	for {
		select {
		case s, ok := <-in:
			if !ok {
				b.Flush()
				return
			}
			b.WriteString(s)
		case <-ctx.Done():
			return
		}
	}
}

// A context that is cancelled rolls the transaction back.
func cancelledTransaction(db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.Exec("x")
	return err
}

// A condition that is computed of itself.
func toggled(name string, p []byte) (n int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	odd, even := false, true
	for range p {
		if odd = !odd; odd {
			n++
		}
		odd, even = !even, !odd
	}
	return n, f.Close()
}

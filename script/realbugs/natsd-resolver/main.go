// Starts a server in operator mode with a directory account resolver (which
// locks the resolver, then the server) and, later and from another goroutine,
// reloads its options with one more preloaded account (which locks the server,
// then the resolver).
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

func main() {
	dir, err := os.MkdirTemp("", "realbugs")
	check(err)
	defer os.RemoveAll(dir)

	operator, err := nkeys.CreateOperator()
	check(err)
	system, extra := newAccount(operator, "SYS"), newAccount(operator, "EXTRA")
	// Encoded once, as a reload must not change it: it carries the time.
	token := operatorToken(operator)
	opts := options(dir, token, system)
	reload := options(dir, token, system, extra)
	// The same resolver, as a program with the server built in reloads it:
	// parsing a configuration makes a resolver of its own.
	reload.AccountResolver = opts.AccountResolver

	s, err := server.NewServer(opts)
	check(err)

	// Only time keeps the two apart.
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		time.Sleep(100 * time.Millisecond)
		s.Start()
	}()
	go func() {
		defer wg.Done()
		time.Sleep(600 * time.Millisecond)
		check(s.ReloadOptions(reload))
	}()
	wg.Wait()

	s.Shutdown()
	s.WaitForShutdown()
	fmt.Println("PASS")
}

type account struct{ key, jwt string }

func newAccount(operator nkeys.KeyPair, name string) account {
	pair, err := nkeys.CreateAccount()
	check(err)
	key, err := pair.PublicKey()
	check(err)
	claims := jwt.NewAccountClaims(key)
	claims.Name = name
	token, err := claims.Encode(operator)
	check(err)
	return account{key, token}
}

func operatorToken(operator nkeys.KeyPair) string {
	key, err := operator.PublicKey()
	check(err)
	claims := jwt.NewOperatorClaims(key)
	claims.Name = "driver"
	token, err := claims.Encode(operator)
	check(err)
	return token
}

// options makes the options of a server that trusts the operator and preloads
// the accounts, the first of which is the system account.
func options(dir, operator string, accounts ...account) *server.Options {
	var preload strings.Builder
	for _, a := range accounts {
		fmt.Fprintf(&preload, "%s: %s\n", a.key, a.jwt)
	}
	name := filepath.Join(dir, "server.conf")
	check(os.WriteFile(name, fmt.Appendf(nil, `
listen: "127.0.0.1:-1"
operator: %s
system_account: %s
resolver: { type: full, dir: %q }
resolver_preload: {
%s}
`, operator, accounts[0].key, filepath.Join(dir, "jwt"), preload.String()), 0o600))

	opts, err := server.ProcessConfigFile(name)
	check(err)
	opts.NoLog, opts.NoSigs = true, true
	return opts
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		os.Exit(1)
	}
}

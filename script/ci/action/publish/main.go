// Publish writes a checkout as a release into a directory that the go command takes
// as a module proxy, so that "go install MODULE@VERSION" can be tried before there
// is one.
//
//	publish CHECKOUT VERSION DIRECTORY
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	if len(os.Args) != 4 {
		fail(errors.New("usage: publish CHECKOUT VERSION DIRECTORY"))
	}
	if err := publish(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "publish:", err)
	os.Exit(1)
}

func publish(checkout, version, dir string) error {
	mod, err := os.ReadFile(filepath.Join(checkout, "go.mod"))
	if err != nil {
		return err
	}
	at := filepath.Join(dir, filepath.FromSlash(modfile.ModulePath(mod)), "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		return err
	}
	err = zip.CreateFromDir(f, module.Version{Path: modfile.ModulePath(mod), Version: version}, checkout)
	for name, text := range map[string]string{
		"list": version + "\n", version + ".mod": string(mod), version + ".info": `{"Version": "` + version + `"}`,
	} {
		err = errors.Join(err, os.WriteFile(filepath.Join(at, name), []byte(text), 0o644))
	}
	return errors.Join(err, f.Close())
}

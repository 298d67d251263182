package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// firstRun builds the folder latent with sleeps at the places, by the ordinary toolchain, and runs a test until it does
// not end well. It returns the number of that run from 1, or 0 when all ended well.
func firstRun(test string, places []place, runs int) (int, error) {
	dir, err := os.MkdirTemp("", "native")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	binary, err := build(dir, places)
	if err != nil {
		return 0, err
	}
	for run := range runs {
		cmd := exec.Command(binary, "-test.run=^"+test+"$", "-test.timeout=5s")
		cmd.Dir = dir
		if cmd.Run() != nil {
			return run + 1, nil
		}
	}
	return 0, nil
}

// build makes a test binary of the folder latent in dir.
func build(dir string, places []place) (string, error) {
	latent := filepath.Join(dir, "latent")
	if err := os.Mkdir(latent, 0o755); err != nil {
		return "", err
	}
	if err := copyLatent(latent, places); err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			return "", err
		}
	}
	binary := filepath.Join(dir, "latent.test")
	cmd := exec.Command("go", "test", "-c", "-o", binary, "./latent")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return binary, nil
}

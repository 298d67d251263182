package dep

import "os"

func Close(f *os.File) {
	f.Close()
}

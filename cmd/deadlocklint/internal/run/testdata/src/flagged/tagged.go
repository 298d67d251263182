//go:build across

package m

func init() { how = "across" }

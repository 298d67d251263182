package m

type T struct{}

func (*T) Next() {}

package p

type T struct{}

func (*T) M() {}

func f(t *T) { t.M() }

package p

type T struct{ n int }

func (t *T) Inc(by int) { t.n += by }

func use(t *T) { t.Inc(1) }

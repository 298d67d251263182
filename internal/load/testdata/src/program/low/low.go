package low

func F() {}

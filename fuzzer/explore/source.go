package explore

import "embed"

// Source is the text of this package, which the instrumented standard library compiles again.
//
//go:embed point.go random.go walk.go base.go order.go priority.go pct.go pos.go search.go dfs.go frontier.go overflow.go auto.go capp.go history.go force.go newest.go touch.go dependence.go dpor.go races.go stack.go hapset.go shrink.go estimate.go config.go parse.go format.go
var Source embed.FS

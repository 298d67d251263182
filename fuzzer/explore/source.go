package explore

import "embed"

// Source is the text of this package and of those below it, which the instrumented standard library compiles again.
//
//go:embed ascii/text.go auto/auto.go auto/auto_place.go auto/auto_settings.go auto/ways.go causal/causal.go causal/causal_build.go causal/causal_cuts.go causal/causal_model.go causal/causal_queue.go causal/causal_record.go causal/causal_settings.go causal/causal_state.go causal/causal_text.go causal/causal_tree.go config/config.go config/format.go config/place.go config/settings.go definition.go doc.go dpor/dealt.go dpor/dpor.go dpor/hapset.go dpor/hope.go dpor/races.go dpor/stack.go order/base.go order/change.go order/newest.go order/order.go parse.go point/dependence.go point/point.go point/touch.go random/draw.go random/estimate.go random/random.go search/capp.go search/dfs.go search/frontier.go search/overflow.go search/search.go search/unvisited.go search/visited.go shrink/reduction.go shrink/shrink.go shrink/switches.go steer/behind.go steer/blocks.go steer/breakpoints.go steer/force.go steer/force_settings.go steer/stops.go steer/turns.go walk/census.go walk/drawing.go walk/history.go walk/near.go walk/pct.go walk/pos.go walk/priority.go walk/surw.go walk/walk.go
var Source embed.FS

package explore

import "embed"

// Source is the text of this package, which the instrumented standard library compiles again.
//
//go:embed auto.go auto_place.go auto_settings.go base.go behind.go blocks.go breakpoints.go capp.go causal.go causal_build.go causal_cuts.go causal_model.go causal_queue.go causal_record.go causal_settings.go causal_state.go causal_text.go causal_tree.go census.go config.go dealt.go definition.go dependence.go dfs.go dpor.go draw.go estimate.go force.go force_settings.go format.go frontier.go hapset.go history.go hope.go newest.go order.go overflow.go parse.go pct.go place.go point.go pos.go priority.go races.go random.go reduction.go search.go settings.go shard.go shrink.go stack.go stops.go surw.go switches.go text.go touch.go turns.go unvisited.go visited.go walk.go ways.go
var Source embed.FS

# The words of the command line that have another form, each as what it was and what it is. So the documents, tests,
# scripts and golden files of this repository were changed:
#
#	git ls-files -- ':!CHANGELOG.md' ':!script/words' | xargs sed -E -i -f script/words/map.sed

# Commands.
s/deadlocklint predict DIR/deadlocklint confirm -tries 0 DIR/g
s/deadlocklint predict( -[a-z])/deadlocklint confirm -tries 0\1/g
s/`deadlocklint predict`/`deadlocklint confirm -tries 0`/g
s/`predict -trace-program`/`confirm -trace-program`/g
s/deadlocklint explain (CHECK|[a-su-z][a-z]+)`/deadlocklint help \1`/g
s/deadlocklint explain typestate`/deadlocklint help checks typestate`/g
s/deadlocklint explain`/deadlocklint help checks`/g
s/deadlocklint explain (lists|for)/deadlocklint help checks \1/g
s/deadlocklint trace (rec|FILE|file)/deadlocklint record show \1/g
s/deadlocklint env\b/deadlocklint record env/g
s/deadlocklint selftest/deadlocklint demo -selftest/g
s/deadlocklint gopls install/deadlocklint lsp gopls/g
s/deadlocklint completion/deadlocklint help completion/g
s/deadlocklint typestate replay/deadlocklint replay/g

# Commands in tests.
s/call\(t, "predict", /call(t, "confirm", "-tries=0", /g
s/call\(t, "explain", /call(t, "help", "checks", /g
s/call\(t, "trace", /call(t, "record", "show", /g
s/call\(t, "env"/call(t, "record", "env"/g
s/\[\]string\{"env"\}/[]string{"record", "env"}/g
s/call\(t, "selftest"/call(t, "demo", "-selftest"/g
s/call\(t, "completion", /call(t, "help", "completion", /g

# Flags.
s/-budget\b/-time/g
s/the budget was spent/the time was spent/g
s/"-(strategy|capp|bound)="/"-x=\1="/g
s/"-(strategy|capp|bound)=([A-Za-z])/"-x=\1=\2/g
s/"-strategy", "([a-z]+)"/"-x=strategy=\1"/g
s/"-sets", sets/"-x=sets="+sets/g
s/ -strategy ("?\$?[a-z{1])/ -x strategy=\1/g
s/`-strategy name`/`-x strategy=NAME`/g
s/ -capp ("?\$?[A-Za-z])/ -x capp=\1/g
s/`-capp ([A-Z])/`-x capp=\1/g
s/-bound (n\b|1\b|\$\{)/-x bound=\1/g
s/`-(strategy|bound|capp|sets)`/`-x \1`/g
s/`-sets file`/`-x sets=FILE`/g
s/another -strategy/another -x pausing/g
s/the flag -strategy/-x strategy/g

# Commands in scripts.
s/"\$tool" env\b/"$tool" record env/g
s/"\$(tool|dl)" predict /"$\1" confirm -tries 0 /g
s/"\$tool" gopls install/"$tool" lsp gopls/g
s/deadlocklint" selftest'/deadlocklint" demo -selftest'/g
s/grep -A1 -- '-strategy name'/grep -A1 -- '-x strategy=name'/g
s/(-shard "\$k\/4"|-shard [0-9/]+) -o /\1 -results /g

# The results of explore.
s/(explor.*)"-o="/\1"-results="/g
s/("-shard="\+shard, )"-o="/\1"-results="/g
s/"-o="\+(file|names)/"-results="+\1/g
s/(name (one|another file) with|the file of) `?-o\b`?/\1 -results/g
s/explore -shard 1\/2 -o FILE/explore -shard 1\/2 -results FILE/g
s/-shard=1\/2 -o=parts/-shard=1\/2 -results=parts/g
s/`-o` (writes JSON lines|and `-resume`)/`-results` \1/g
s/disk with `-o` and/disk with `-results` and/g
s/explore -o( has|"|;)/explore -results\1/g

# Writes the sections of a group as Go files in dir: the lines of one side, with a package
# clause and the imports that the lines need. With only, it writes the section of this name.

BEGIN {
	paths = "atomic=sync/atomic exec=os/exec http=net/http httptest=net/http/httptest synctest=testing/synctest hook=pairs.example/hook"
	for (n = split("bufio bytes context errors fmt io net os runtime slices sort strconv strings sync testing time unique weak", names, " "); n > 0; n--)
		path[names[n]] = names[n]
	for (n = split(paths, names, " "); n > 0; n--) {
		split(names[n], half, "=")
		path[half[1]] = half[2]
	}
}

/^-- .* --$/ { flush(); name = $2; next }
side == "wrong" && sub(/ *\/\/ right$/, "") { next }
side == "right" && sub(/ *\/\/ wrong$/, "") { next }
{
	sub(/ *\/\/ (wrong|right)$/, "")
	body = body $0 "\n"
}
END { flush() }

# flush writes the file of the section that ends here.
function flush(   p, file) {
	if (name == "" || (only != "" && name != only)) {
		body = ""
		return
	}
	file = dir "/" name "_test.go"
	print "package " group "\n\nimport (" > file
	for (p in path)
		if (body ~ "(^|[^A-Za-z0-9_.])" p "\\.[A-Z]") print "\t\"" path[p] "\"" > file
	printf ")\n\n%s", body > file
	close(file)
	body = ""
}

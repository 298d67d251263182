#!/bin/sh
# The go command calls this in place of each of its tools, by -toolexec. What the linker makes is kept beside this
# file. Its name is the first part of the linker's -buildid: the go command's hash of all that decides the
# content, such as the linker, its flags and the content of each package. A C library has no part in it, so that programs with cgo
# are not kept.
tool=$1
shift
case $tool in
*/link) ;;
*) exec "$tool" "$@" ;;
esac
out='' id='' config='' before=''
for arg in "$@"; do
	case $before in
	-o) out=$arg ;;
	-importcfg) config=$arg ;;
	esac
	case $arg in
	-buildid=*) id=${arg#-buildid=} ;;
	esac
	before=$arg
done
id=${id%%/*}
kept=${0%/*}/$id
if [ -z "$id" ] || [ -z "$out" ] || grep -q '^packagefile runtime/cgo=' "$config"; then
	exec "$tool" "$@"
fi
if cp "$kept" "$out" 2>/dev/null; then
	touch "$kept" 2>/dev/null
	exit 0
fi
rm -f "$out"
"$tool" "$@" || exit
# A program that cannot be kept, on a full disk, is linked again.
cp "$out" "$kept.$$" 2>/dev/null && mv "$kept.$$" "$kept" 2>/dev/null || rm -f "$kept.$$"
exit 0

#!/bin/sh
# The go command calls this in place of each of its tools, by -toolexec. What the linker makes is kept beside this
# file. Its name is the first part of the linker's -buildid: the go command's hash of all that decides the
# content, such as the linker, its flags, the content of each package, and the version of the C compiler. The C library
# has a part only where the C linker makes the program. Such a program has the start of that library, and is not kept.
tool=$1
shift
case $tool in
*/link) ;;
*) exec "$tool" "$@" ;;
esac
out='' id='' config='' before='' mode=exe
for arg in "$@"; do
	case $before in
	-o) out=$arg ;;
	-importcfg) config=$arg ;;
	esac
	case $arg in
	-buildid=*) id=${arg#-buildid=} ;;
	-buildmode=*) mode=${arg#-buildmode=} ;;
	esac
	before=$arg
done
id=${id%%/*}
kept=${0%/*}/$id
cgo=''
if [ -n "$config" ] && grep -q '^packagefile runtime/cgo=' "$config"; then
	cgo=1
	case $mode-$(uname) in
	exe-Linux | pie-Linux) ;;
	*) id='' ;;
	esac
fi
if [ -z "$id" ] || [ -z "$out" ]; then
	exec "$tool" "$@"
fi
if cp "$kept" "$out" 2>/dev/null; then
	touch "$kept" 2>/dev/null
	exit 0
fi
rm -f "$out"
"$tool" "$@" || exit
if [ -n "$cgo" ] && grep -q __libc_start_main "$out"; then
	exit 0
fi
# A program that cannot be kept, on a full disk, is linked again.
cp "$out" "$kept.$$" 2>/dev/null && mv "$kept.$$" "$kept" 2>/dev/null || rm -f "$kept.$$"
exit 0

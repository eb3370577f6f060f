#!/bin/sh
# Opens a report in headless Chromium and checks that it is what it should be: it renders, with all
# its sections, tables and plots; the browser has nothing to complain about; nothing is loaded; and
# it fits a screen and a phone, so that only tables and plots scroll sideways, never the page.
#
#   scripts/check-report.sh FILE
#
# Exit status: 1 a check fails; 2 usage or output error, or the file cannot be
# read; 3 Chromium is missing or fails.
set -eu
unset CDPATH # or cd may go elsewhere, and print where

case $0 in */*) scripts=${0%/*} ;; *) scripts=. ;; esac
# shellcheck source=scripts/common.sh
. "$scripts/common.sh"

case ${1:-} in
-h | --help) show_help ;;
-*) usage "there is no option '$1'" ;;
esac
[ $# -eq 1 ] && [ -n "$1" ] || usage 'one FILE is wanted'
[ -f "$1" ] && [ -r "$1" ] || fail 2 "there is no file '$1' to be read"
chromium=$(command -v chromium || command -v chromium-browser) ||
    fail 3 "Chromium is missing; install Debian's package chromium"
make_work
finish_always
cp -- "$1" "$work/report.html" || fail 2 "cannot copy $1 into $work"

status=0
find_fault() { # find_fault MESSAGE
    complain "$1"
    status=1
}

# Nothing but fragments of the page itself may be referred to.
if grep -oiE ' (src|srcset|action|data|poster)="[^"]*|href="[^#"][^"]*|url\([^#)][^)]*|@import[^;]*' \
    "$work/report.html" >"$work/outside"; then
    find_fault "refers to something outside: $(head -n 1 "$work/outside")"
fi
grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$work/report.html" ||
    find_fault 'has no policy that forbids to load anything'

# browse NAME: what the browser makes of NAME.html, in the file "dom"; its log is in "log".
# It has no network: what is asked for fails, and says so in the log.
browse() {
    sandbox=
    [ "$(id -u)" -ne 0 ] || sandbox=--no-sandbox # Chromium wants no sandbox for root
    if ! timeout 60 "$chromium" --headless $sandbox --disable-gpu --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$work/profile" --proxy-server=127.0.0.1:9 --hide-scrollbars \
        --window-size=1400,1000 --virtual-time-budget=5000 --enable-logging=stderr --v=0 \
        --dump-dom "file://$work/$1.html" >"$work/dom" 2>"$work/log" ||
        ! grep -q '</html>' "$work/dom"; then
        fail 3 "Chromium has failed: $(tail -n 1 "$work/log")"
    fi
}

browse report
if grep 'CONSOLE' "$work/log" >"$work/complaints"; then
    find_fault "the browser complains: $(sed 's/.*CONSOLE[^]]*\] *//; q' "$work/complaints")"
fi

# A copy that measures itself, which the policy would not allow, in a frame of the width of a phone,
# which is less than a window can be.
cat >"$work/script" <<'END'
<script>
const all = query => [...document.querySelectorAll(query)];
const flat = all('h1, section, table, svg').filter(
  part => !part.closest('details') && part.getBoundingClientRect().height < 10);
const ids = all('[id]').map(part => part.id);
const lost = all('a[href^="#"]').filter(link => !document.getElementById(link.hash.slice(1)));
parent.postMessage(['measured', innerWidth, document.documentElement.scrollWidth,
  all('h1').length, all('main > section > h2:first-child').length, all('section').length,
  all('table').length, all('svg[role=img] > title').length, flat.length,
  ids.length - new Set(ids).size, lost.length].join(' '), '*');
</script>
END
sed -e '/http-equiv="Content-Security-Policy"/d' "$work/report.html" | awk -v script="$work/script" '
    /^<\/body>/ { while ((getline line < script) > 0) print line }
    { print }' >"$work/measured.html"
tables=$(grep -o '<table>' "$work/report.html" | wc -l)
plots=$(grep -o '<svg role="img"\|<svg [^>]*role="img"' "$work/report.html" | wc -l)

# expect WHAT FOUND WANTED
expect() {
    [ "$2" -eq "$3" ] || find_fault "at $width pixels: $1: $2, not $3"
}

for width in 1280 390; do
    cat >"$work/frame.html" <<END
<!DOCTYPE html>
<title>nothing was measured</title>
<script>addEventListener('message', event => { document.title = event.data; });</script>
<iframe src="measured.html" width="$width" height="900" style="border:0"></iframe>
END
    browse frame
    # shellcheck disable=SC2046
    set -- $(sed -n 's/.*<title>measured \([0-9 ]*\)<\/title>.*/\1/p' "$work/dom")
    if [ $# -ne 10 ]; then
        find_fault "at $width pixels: it could not be measured"
        continue
    fi
    expect 'width of the window' "$1" $width
    [ "$2" -le $width ] || find_fault "at $width pixels: the page is $2 wide"
    expect 'main headings' "$3" 1
    expect 'sections with a heading' "$4" "$5"
    [ "$5" -gt 0 ] || find_fault "at $width pixels: no section"
    expect 'tables' "$6" "$tables"
    expect 'plots' "$7" "$plots"
    expect 'parts that cannot be seen' "$8" 0
    expect 'ids that stand twice' "$9" 0
    shift 9
    expect 'links that lead nowhere' "$1" 0
done

[ $status -ne 0 ] || say "$tables tables and $plots plots, complete at 1280 and 390 pixels"
exit $status

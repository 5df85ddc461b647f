# The packages of 'make deb', installed in a Debian that has nothing else.

bats_require_minimum_version 1.5.0
load ../cli/build.bash
load debian.bash

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export top=$PWD
    bare_debian
    make_it -s deb
    version=$(dpkg-parsechangelog -l build/deb/fourscore-*/debian/changelog -S Version)
    changes=$(echo "$PWD/build/dist/fourscore_${version}"_*.changes)
    export version changes
    mkdir -p "$bare/packages"
    rm -f "$bare"/packages/*
    cp $(sed -n 's|^ [0-9a-f]\{64\} [0-9]* \(.*\.deb\)$|build/dist/\1|p' "$changes") "$bare/packages"
    apt_in "$bare" install --download-only fourscore libfourscore-dev python3-fourscore g++ pkg-config
}

# Each test has a copy.
setup() {
    cd "$top"
    tree=$BATS_TEST_TMPDIR/tree
    cp -a "$bare" "$tree"
}

teardown() {
    rm -rf "$tree"
}

# try NAME: run packaging/debian/tests/NAME, with the packages that it is to need
try() {
    needs=$(sed -n "/^Tests: $1\$/,/^\$/s/^Depends: //p" packaging/debian/tests/control | tr -d ,)
    [ -n "$needs" ]
    apt_in "$tree" install $needs
    cp packaging/debian/tests/"$1" "$tree/tmp/try"
    chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin AUTOPKGTEST_TMP=/tmp /tmp/try
}

@test "lintian finds nothing" {
    run -0 lintian --fail-on error,warning "$changes"
    echo "$output"
    ! grep '^[EW]:' <<<"$output"
}

@test "program: what it needs is installed with it" {
    try program
    for page in man1/fourscore.1 man1/fourscore-solve.1 man5/fourscore-book.5; do
        [ -s "$tree/usr/share/man/$page.gz" ]
    done
}

@test "the unit of systemd is installed, with the path of the program, and enabled by nobody" {
    apt_in "$tree" install fourscore
    grep '^ExecStart="/usr/bin/fourscore" ' "$tree/usr/lib/systemd/system/fourscore.service"
    find "$tree/etc/systemd" "$tree/var/lib/systemd" -name 'fourscore*' | tee "$BATS_TEST_TMPDIR/enabled"
    [ ! -s "$BATS_TEST_TMPDIR/enabled" ]
}

@test "library: an example compiles with what libfourscore-dev needs" {
    try library
}

@test "python: the module works with what it needs" {
    try python
}

@test "upgrade, removal and purge leave nothing" {
    names='fourscore fourscore-data libfourscore2 libfourscore-dev python3-fourscore'
    mv "$tree/packages" "$tree/newer"
    mkdir "$tree/packages"
    for package in "$tree"/newer/*.deb; do
        dpkg-deb -R "$package" "$BATS_TEST_TMPDIR/older"
        sed -i "s/$version/0.9-1/" "$BATS_TEST_TMPDIR/older/DEBIAN/control"
        dpkg-deb -b "$BATS_TEST_TMPDIR/older" "$tree/packages"
        rm -r "$BATS_TEST_TMPDIR/older"
    done
    installed() { chroot "$tree" dpkg-query -W -f '${Package} ${db:Status-Status} ${Version}\n' $names | sort; }
    all_are() { diff <(installed) <(printf "%s installed $1\n" $names | sort); }

    apt_in "$tree" install $names
    all_are 0.9-1
    rm -r "$tree/packages"
    mv "$tree/newer" "$tree/packages"
    apt_in "$tree" install $names
    all_are "$version"
    chroot "$tree" fourscore --version
    chroot "$tree" python3 -m fourscore score 4453

    left() { (cd "$tree" && find . -path '*fourscore*' -not -path './packages/*'); }
    left | grep python3/dist-packages/fourscore/__pycache__
    apt_in "$tree" remove $names
    apt_in "$tree" purge $names
    left
    [ -z "$(left)" ]
}

@test "another folder and another user's mask: the same bytes" {
    mkdir "$BATS_TEST_TMPDIR/other"
    git ls-files -z | xargs -0 cp --parents -t "$BATS_TEST_TMPDIR/other"
    (cd "$BATS_TEST_TMPDIR/other" && umask 077 && TZ=Asia/Tokyo make_it -s deb)
    compared=0
    for file in "$BATS_TEST_TMPDIR"/other/build/dist/*; do
        case $file in *.buildinfo | *.changes) continue ;; esac # they name the time
        cmp "$file" "build/dist/${file##*/}"
        compared=$((compared + 1))
    done
    [ "$compared" -ge 8 ]
}

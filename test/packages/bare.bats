# An ordinary user of a Debian that has nothing but make, and then the packages for which
# make asks: with gcc, with clang in its place, and without Python.

bats_require_minimum_version 1.5.0
load debian.bash

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export top=$PWD
    bare_debian
    apt_in "$bare" install --download-only make
}

setup() {
    cd "$top"
    tree=$BATS_TEST_TMPDIR/tree
    cp -a "$bare" "$tree"
    rm -rf "$tree/packages"
    apt_in "$tree" install make
    mkdir -p "$tree/home/user/fourscore"
    git ls-files -z | xargs -0 cp --parents -t "$tree/home/user/fourscore"
    chown -R 1000:1000 "$tree/home/user"
}

teardown() {
    rm -rf "$tree"
}

# as_user COMMAND: run it in the sources
as_user() {
    chroot --userspec 1000:1000 "$tree" env -i HOME=/home/user PATH=/usr/bin:/bin sh -c "cd ~/fourscore && $1"
}

# install_with COMPILER [CC=COMPILER]
install_with() {
    run ! as_user "make $2"
    [[ ${lines[-1]} == 'make: *** '* ]]
    names=$(sed -n 's/^Packages are missing.* install -qy //p' <<<"$output")
    echo "$names"
    [[ $names == "$1 "* ]]
    apt_in "$tree" install $names
    run -0 --separate-stderr as_user "make -s $2 CFLAGS=-O0 install PREFIX=/home/user/here"
    [ "$stderr" = 'not installed: the Python module: python3 is not found' ]
    run -0 as_user "echo 6146 | ~/here/bin/fourscore solve"
    [ "$output" = '6146 18' ]
    run ! as_user "find / -newer Makefile -user 1000 2>/dev/null | grep -vE '^/(home|proc)/'"
}

@test "with gcc" {
    install_with gcc ''
}

@test "with clang, without gcc" {
    install_with clang CC=clang
    run ! as_user 'command -v gcc cc python3'
}

# CMake and pkg-config find an installed tree, which was moved since.

bats_require_minimum_version 1.5.0
load ../cli/build.bash

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    make_it -s install DESTDIR="$BATS_FILE_TMPDIR/first" PREFIX=/usr/local
    mkdir "$BATS_FILE_TMPDIR/with space"
    mv "$BATS_FILE_TMPDIR/first/usr/local" "$BATS_FILE_TMPDIR/with space/c4"
    export examples=$PWD/docs/examples tree="$BATS_FILE_TMPDIR/with space/c4"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.13)
project(example C)
find_package(fourscore 2.0 REQUIRED)
foreach(name scores game pipe cancel)
  add_executable(\${name} $examples/\${name}.c)
  target_link_libraries(\${name} fourscore::fourscore)
  add_executable(\${name}-static $examples/\${name}.c)
  target_link_libraries(\${name}-static fourscore::static)
endforeach()
END
}

configure() {
    cmake -S . -B build -DCMAKE_PREFIX_PATH="$tree" -DCMAKE_C_FLAGS='-Wall -Wextra -Werror'
}

# runs FILE LIBRARY: whether the example works, with the shared library or without
runs() {
    run -0 "$1" 32164625
    [ "${lines[2]}" = 'column 3: 11' ]
    if [ "$2" = shared ]; then ldd "$1" | grep -F "$tree/lib/libfourscore.so.2"
    else ! ldd "$1" | grep libfourscore
    fi
}

@test "find_package: the examples compile with both libraries, and run" {
    run -0 configure
    run -0 cmake --build build
    runs build/scores shared
    runs build/scores-static static
    [ "$(echo 4453 | build/pipe-static)" = "$(echo 4453 | build/pipe)" ]
}

@test "find_package: another version is refused" {
    for version in 1.0 3.0 2.99; do
        sed -i "s/find_package(fourscore [0-9.]*/find_package(fourscore $version/" CMakeLists.txt
        run ! configure
        [[ $output == *"requested version \"$version\""* ]]
    done
}

@test "find_package: LIBDIR elsewhere" {
    cd "$BATS_TEST_DIRNAME/../.."
    make_it -s install PREFIX="$BATS_TEST_TMPDIR/one tree" LIBDIR="$BATS_TEST_TMPDIR/two/lib/x86"
    cd "$BATS_TEST_TMPDIR"
    tree=$BATS_TEST_TMPDIR/two/lib/x86 run -0 cmake -S . -B build -Dfourscore_DIR="$BATS_TEST_TMPDIR/two/lib/x86/cmake/fourscore"
    run -0 cmake --build build
    runs build/scores-static static
}

@test "pkg-config: shared and static" {
    # pkg-config moves a prefix only if it is told to.
    config() { PKG_CONFIG_PATH="$tree/lib/pkgconfig" pkg-config --define-variable=prefix="$tree" "$@" fourscore; }
    eval "cc -Wall -Wextra -Werror '$examples/scores.c' -o shared $(config --cflags --libs) '-Wl,-rpath,$tree/lib'"
    runs ./shared shared
    eval "cc '$examples/scores.c' -o static $(config --cflags) '$tree/lib/libfourscore.a' $(config --static --libs |
        sed 's/-L[^ ]*\( [^ -][^ ]*\)* -lfourscore//')"
    runs ./static static
}

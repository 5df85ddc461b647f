# What make would run on other systems, told by a compiler that says it is for them.

bats_require_minimum_version 1.5.0
load build.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    build=$BATS_TEST_TMPDIR/build
}

# make_for MACHINE ARGUMENT...: the commands of make, whose compiler is for MACHINE.
make_for() {
    printf '#!/bin/sh\n[ "$1" != -dumpmachine ] || echo %s\n' "$1" >"$BATS_TEST_TMPDIR/cc"
    chmod +x "$BATS_TEST_TMPDIR/cc"
    make_it -n SKIP_PACKAGES=1 CC="$BATS_TEST_TMPDIR/cc" OBJCOPY=objcopy BUILD="$build" "${@:2}" |
        sed "s|$build|build|g"
}

# expect_posix COMMANDS: they compile the files for POSIX, and have no options of GNU ld.
expect_posix() {
    grep -q ' os/posix\.c$' <<<"$1"
    grep -q ' -o build/fourscore .*os/program/posix\.o .*os/posix\.o ' <<<"$1"
    run ! grep -E 'os/(program/)?(windows|none)|-Wl,-(z|soname|-)|objcopy|install -D' <<<"$1"
}

@test "macOS: names, options and libraries" {
    commands=$(make_for arm64-apple-darwin23.0.0 install)
    expect_posix "$commands"
    grep -q ' -Dst_mtim=st_mtimespec -include xlocale\.h .*tools/serve/files\.c$' <<<"$commands"
    version=$(sed -n 's/^#define FOURSCORE_VERSION "\(.*\)"/\1/p' lib/fourscore.h)
    library=libfourscore.$version.dylib
    linked=$(grep " -o build/$library " <<<"$commands")
    [[ $linked == *" -dynamiclib -Wl,-install_name,/usr/local/lib/libfourscore.2.dylib "* ]]
    [[ $linked == *" -Wl,-exported_symbol,'_fourscore_*' "* ]]
    for name in libfourscore.2.dylib libfourscore.dylib; do
        grep -q "^ln -sf $library build/$name$" <<<"$commands"
        grep -q "ln -sf '$library' '/usr/local/lib/$name'$" <<<"$commands"
    done
    name=libfourscore.2.dylib
    grep -q "ln -sf '/usr/local/lib/$name' '/usr/local/lib/.*-packages/fourscore/$name'$" <<<"$commands"
    grep -q '^ld -r -o build/libfourscore.o ' <<<"$commands"
    grep ' -o build/fourscore ' <<<"$commands" | grep -q -- ' -ljansson -lm'
    run ! grep -E '-lstdc\+\+|libfourscore\.so|systemd' <<<"$commands"
    grep -q 'private=-pthread -lprimesieve -lz -lc++ -lm' <<<"$commands"
    grep -q 'set(_fourscore_shared libfourscore.2.dylib)' <<<"$commands"
}

@test "the BSDs: names, options and libraries" {
    commands=$(make_for x86_64-unknown-freebsd14.0 install)
    expect_posix "$commands"
    grep -q ' -o build/libfourscore\.so\.[0-9.]* .* -shared -Wl,-h,libfourscore.so.2 ' <<<"$commands"
    grep ' -o build/fourscore ' <<<"$commands" | grep -q -- ' -ljansson -lm'
    run ! grep -E '-lstdc\+\+|dylib| ld ' <<<"$commands"
    grep -q 'private=-pthread -lprimesieve -lz -lc++ -lm' <<<"$commands"
}

@test "Linux: its own options and libraries" {
    commands=$(make_for aarch64-linux-gnu install)
    grep -q ' os/posix\.c$' <<<"$commands"
    run ! grep -E 'os/(program/)?(windows|none)|-lc\+\+|dylib' <<<"$commands"
    grep ' -o build/fourscore ' <<<"$commands" | grep -q -- ' -ljansson -lm'
    grep -q 'private=-pthread -lprimesieve -lz -lstdc++ -lm' <<<"$commands"
    grep -q -- ' -Wl,-soname,libfourscore.so.2 -Wl,--no-undefined ' <<<"$commands"
    grep -q '^ld -r -o build/libfourscore.o .* && objcopy --localize-hidden ' <<<"$commands"
}

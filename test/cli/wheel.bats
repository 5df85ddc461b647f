# 'pip install .' and an sdist: the installed module works, with the library in it.

bats_require_minimum_version 1.5.0
load build.bash

# A Python that has what pip needs to build without a network.
find_python() {
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import ensurepip, setuptools, venv, wheel' \
            2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    ! has_sanitizers || return 0
    unset FOURSCORE_LIBRARY PYTHONPATH LD_LIBRARY_PATH
    export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
    python=$(find_python)
    [ -n "$python" ] || return 0
    venv=$BATS_FILE_TMPDIR/venv
    export venv python
    "$python" -m venv --system-site-packages "$venv"
    before=$(ls -A . bindings/python)
    with_settings env BUILD="$(folder_of_build)" "$venv/bin/pip" install \
        --quiet --no-build-isolation --no-index .
    diff <(echo "$before") <(ls -A . bindings/python) # nothing is left in the source
}

setup() {
    [ -n "${venv-}" ] ||
        skip "a build with sanitizers, or no venv, setuptools or wheel"
    cd "$BATS_TEST_TMPDIR"
}

@test "the wheel carries the module, its types and the library without symbols for debuggers, and says what it is" {
    module=$("$venv/bin/python" -c 'import fourscore; print(fourscore.__path__[0])')
    [[ $module == "$venv"/* ]]
    diff <(cd "$module" && find . -type f ! -name '*.pyc' -printf '%P\n' | sort) \
        <(cd "$BATS_TEST_DIRNAME/../../bindings/python/fourscore" && printf '%s\n' *.py py.typed libfourscore.so.2 | sort)
    version=$("$venv/bin/python" -m fourscore --version)
    [ "$version" = "$("$FOURSCORE" --version)" ]
    about=$(echo "$module"/../fourscore-*.dist-info)
    [ "$(grep '^Tag: ' "$about/WHEEL")" = "Tag: py3-none-linux_$(uname -m)" ]
    for line in 'Name: fourscore' "Version: ${version#* }" 'Summary: Exact scores for Connect Four' \
        'Author: The Fourscore authors' 'License: MIT' 'Requires-Python: >=3.9' \
        'Classifier: License :: OSI Approved :: MIT License' \
        'Classifier: Typing :: Typed' '# Python'; do
        grep -qxF "$line" "$about/METADATA"
    done
    [ -s "$about/LICENSE" ] || [ -s "$about/licenses/LICENSE" ]
    readelf -SW "$module/libfourscore.so.2" >sections
    grep -q '\.dynsym' sections
    run ! grep -E '\.(debug|symtab)' sections
    [ "$("$venv/bin/fourscore" best 4453)" = '4453 367' ]
    # FOURSCORE_LIBRARY wins over the library beside the module
    FOURSCORE_LIBRARY=/nowhere.so run -1 "$venv/bin/fourscore" best 4453
    [[ $output == *"'/nowhere.so'"* ]]
}

@test "without the package wheel, setup.py names it" {
    cd "$BATS_TEST_DIRNAME/../.."
    echo 'raise ImportError' >"$BATS_TEST_TMPDIR/wheel.py"
    "$python" -c 'import setuptools.command.bdist_wheel' 2>/dev/null && skip 'setuptools has it'
    export PYTHONPATH=$BATS_TEST_TMPDIR
    before=$(ls -A . bindings/python)
    for command in bdist_wheel "bdist_wheel -d $BATS_TEST_TMPDIR" "dist_info --output-dir $BATS_TEST_TMPDIR"; do
        run "$python" setup.py --quiet $command
        echo "$output"
        [ "$status" -eq 1 ]
        [[ ${lines[-1]} == "fourscore: the package 'wheel' is missing"* ]]
        [[ $output != *Traceback* ]]
    done
    diff <(echo "$before") <(ls -A . bindings/python)
}

# The sdist is made from the tracked files alone, which are then removed.
@test "an sdist installs without the source tree" {
    source=$BATS_TEST_DIRNAME/../..
    mkdir copy
    if git -C "$source" rev-parse 2>/dev/null; then
        (cd "$source" && git ls-files -z) >tracked
        (cd "$source" && xargs -0 cp --parents -t "$BATS_TEST_TMPDIR/copy") <tracked
    else
        cp -r "$source"/. copy
    fi
    (cd copy && env -u BUILD "$python" setup.py --quiet sdist && [ ! -e dist ] && mv build/dist/fourscore-*.tar.gz ..)
    rm -r copy
    with_settings env -u BUILD -u STANDALONE CFLAGS=-O0 LDFLAGS= "$venv/bin/pip" install --quiet \
        --no-build-isolation --no-index --target new fourscore-*.tar.gz
    export PYTHONPATH=$PWD/new
    run "$venv/bin/python" -m fourscore score 32164625
    echo "$output"
    [ "$output" = '32164625 11' ]
    library=$("$venv/bin/python" -c 'import fourscore; print(fourscore.__path__[0])')
    [[ $library == "$BATS_TEST_TMPDIR"/new/* ]]
    [ -e "$library/libfourscore.so.2" ]
    [ "$(readelf -d "$library/libfourscore.so.2" | grep -cE 'NEEDED.*(primesieve|libz)')" -eq 0 ]
}

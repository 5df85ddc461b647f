# 'python3 -m fourscore kaggle' of the installed wheel: the submission plays as in
# Kaggle's ConnectX, from a folder that has nothing else.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export ROOT=$PWD venv=$BATS_FILE_TMPDIR/venv
    unset FOURSCORE_LIBRARY PYTHONPATH LD_LIBRARY_PATH
    /usr/bin/python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index \
        build/dist/fourscore-*-manylinux_2_17_x86_64.whl
    cd "$BATS_FILE_TMPDIR"
    "$venv/bin/python" -m fourscore kaggle -o submission.tar.gz
    mkdir unpacked
    tar -xf submission.tar.gz -C unpacked
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

# Python without the environment, the current folder and installed packages.
bare_python() {
    env -i /usr/bin/python3 -I -S -B "$@"
}

@test "the submission plays legal moves in time" {
    run -0 bare_python "$ROOT/test/packages/kaggle_games.py" unpacked 8
    echo "$output"
    [ "$(awk '/random|carefully/ { games += $1 } END { print games }' <<<"$output")" -eq 8 ]
}

@test "it has the licence" {
    cmp unpacked/LICENSE "$ROOT/LICENSE"
}

@test "it knows the book of the library beside it" {
    # The rules alone would choose the centre, column 3.
    run -0 bare_python -c 'import sys
sys.path.append("unpacked")
from main import act
board = [0] * 42
board[35 + 1] = 1
print(act({"board": board, "mark": 2}, {"columns": 7, "rows": 6, "inarow": 4}))
print(*{line.split()[-1] for line in open("/proc/self/maps") if "fourscore" in line})'
    [ "${lines[0]}" = 2 ]
    [ "${lines[1]}" = "$(realpath unpacked/fourscore/libfourscore.so.2)" ]
}

@test "--book puts a book into it, which the agent opens" {
    "$venv/bin/python" -m fourscore kaggle -o with-book.tar.gz --book "$ROOT/book/7x6-10.book"
    mkdir with-book
    tar -xf with-book.tar.gz -C with-book
    cmp with-book/fourscore/7x6.book "$ROOT/book/7x6-10.book"
    run -0 bare_python -c 'import sys
sys.path.append("with-book")
from main import act
print(act([0] * 42, {"actTimeout": 60}))
from fourscore import Solver
solver = Solver(book="with-book/fourscore/7x6.book")
solver.limit(nodes=1)
print(solver.score("5621663436"))
print(*{line.split()[-1] for line in open("/proc/self/maps") if ".book" in line})'
    [ "$output" = "3
11
$(realpath with-book/fourscore/7x6.book)" ]
    run -2 "$venv/bin/python" -m fourscore kaggle -o none.tar.gz --book "$ROOT/README.md"
    [[ $output == *"cannot use the book '$ROOT/README.md': not a book"* ]]
    [ ! -e none.tar.gz ]
}

@test "the same files make the same bytes" {
    "$venv/bin/python" -m fourscore kaggle -o again.tar.gz
    cmp submission.tar.gz again.tar.gz
}

@test "an archive that cannot be written is reported" {
    run -3 "$venv/bin/python" -m fourscore kaggle -o none/submission.tar.gz
    [ "$output" = "fourscore: cannot write 'none/submission.tar.gz': No such file or directory" ]
}

@test "a library that Kaggle's machines may not load is refused" {
    cat >loads.py <<'EOF'
import ctypes, runpy, sys

opened = ctypes.CDLL
ctypes.CDLL = lambda path: opened("unpacked/fourscore/libfourscore.so.2")
runpy.run_module("fourscore", run_name="__main__")
EOF
    "$venv/bin/python" - <<'EOF'
import os
import subprocess
import sys

with open("unpacked/fourscore/libfourscore.so.2", "rb") as file:
    good = file.read()
os.mkdir("folder")
for name, content, reason in (
    ("good.so.1", good, ""),
    ("other.so.1", good.replace(b"libpthread.so.0", b"libprimesv.so.1"), "needs libprimesv.so.1"),
    ("new.so.1", good.replace(b"GLIBC_2.2.5", b"GLIBC_2.100"), "needs GLIBC_2.100"),
    ("arm.so.1", good[:18] + b"\xb7" + good[19:], "is not one for Linux on x86-64"),
    ("text.so.1", b"text", "is not one for Linux on x86-64"),
    ("none.so.1", None, "is the system's"),
    ("folder", None, "cannot be read: Is a directory"),
):
    if content is not None:
        with open(name, "wb") as file:
            file.write(content)
    run = subprocess.run(
        [sys.executable, "loads.py", "kaggle", "-o", "loaded.tar.gz"],
        env={**os.environ, "FOURSCORE_LIBRARY": name}, stderr=subprocess.PIPE, text=True,
    )
    expected = reason and f"fourscore: the library {name!r} {reason}"
    is_told = not expected or "expected is that of a wheel" in run.stderr
    is_right = run.returncode == bool(expected) and bool(run.stderr) == bool(expected)
    if not run.stderr.startswith(expected) or not is_right or not is_told:
        raise SystemExit(f"{name}: {run.stderr!r}")
EOF
}

# The image of 'make container' in a container of Podman without privileges, without a
# network but its own loopback, and with a file system that nothing can be written to.

bats_require_minimum_version 1.5.0
load ../cli/build.bash

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ "$(id -u)" = 0 ] || skip "the container of this test needs root"
    export store=$BATS_FILE_TMPDIR/store CONTAINERS_STORAGE_CONF=$BATS_FILE_TMPDIR/storage.conf
    printf '%s\n' '[storage]' 'driver = "vfs"' "graphroot = \"$store/images\"" "runroot = \"$store/run\"" \
        >"$CONTAINERS_STORAGE_CONF"
    make_it -s container
    image=$PWD/$(ls build/dist/fourscore-*-container.tar.xz)
    export image
    pod rmi --force --all
    pod load --quiet --input "$image"
    start
}

teardown_file() {
    pod rm --force --all
    rm -rf "$store"
}

pod() {
    podman --tmpdir "$store/tmp" --runtime runc --cgroup-manager cgroupfs --events-backend file "$@"
}

# start: the server of the image, as its first command
start() {
    pod run --detach --name server --network none --read-only --read-only-tmpfs=false --cap-drop all \
        --security-opt no-new-privileges --ulimit nofile=1024:1024 --ulimit nproc=4096:4096 \
        "localhost/fourscore:$("$FOURSCORE" --version | sed -n '1s/.* //p')"
}

setup() {
    pid=$(pod inspect --format '{{.State.Pid}}' server)
}

# inside COMMAND...: run a command of this machine in the network of the container
inside() { nsenter --target "$pid" --net "$@"; }

get() { inside curl --silent --show-error --fail --retry 30 --retry-connrefused --retry-delay 1 "http://127.0.0.1:8080$1"; }

@test "the image is at most 30 MB" {
    [ "$(stat -c %s "$image")" -le 30000000 ]
}

@test "the server answers as the program does, with the page and the book" {
    [ "$(get '/v1/solve?position=32164625' | grep -o '"score":[-0-9]*')" = '"score":11' ]
    # It says so after it has begun to answer.
    until pod logs server 2>&1 | grep 'book /book/7x6-10.book, page /web'; do sleep 0.1; done
    get / | cmp - build/web/index.html
    get /fourscore.wasm | cmp - build/web/fourscore.wasm
}

@test "it runs without privileges, and nothing can be written" {
    get /v1/health
    grep -E '^(Uid|Gid|Cap|NoNewPrivs|Seccomp):' "/proc/$pid/status"
    [ "$(sed -n 's/^Uid:\t//p; s/^Gid:\t//p' "/proc/$pid/status" | tr -s '\t\n' ' ')" = \
        '65534 65534 65534 65534 65534 65534 65534 65534 ' ]
    grep -qx 'CapEff:	0*' "/proc/$pid/status"
    awk '$5 == "/" { print; exit !($6 ~ /^ro,/) }' "/proc/$pid/mountinfo"
}

@test "all files belong to root, who alone can write them, and are read by all" {
    tar -xf "$image" -C "$BATS_TEST_TMPDIR"
    run -0 tar -tvf "$BATS_TEST_TMPDIR"/*.tar
    [ "${#lines[@]}" -gt 100 ]
    run -1 grep -v '^[-d]rw[-x]r-[-x]r-[-x] 0/0 ' <<<"$output"
}

@test "the licence of each package of Debian is in the image" {
    found=0
    for file in build/container/bin/* $(find build/container -name '*.so.*'); do
        package=$(dpkg-query -S "*/${file##*/}" | grep -v -e -i386 -e -cross | sed -n '1s/:.*//p')
        echo "$file: $package"
        [ -s "build/container/usr/share/doc/$package/copyright" ]
        found=$((found + 1))
    done
    [ "$found" -gt 10 ]
}

@test "Chromium loads the page from it" {
    get /v1/health
    inside timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$BATS_TEST_TMPDIR" \
        --virtual-time-budget=20000 --dump-dom http://127.0.0.1:8080/ >"$BATS_TEST_TMPDIR/page"
    grep -q 'id="turn">Red to move' "$BATS_TEST_TMPDIR/page" # the scripts write it
}

@test "the health check sees a server that answers, and one that does not" {
    get /v1/health
    pod healthcheck run server
    kill -STOP "$pid"
    run ! pod healthcheck run server
    kill -CONT "$pid"
}

@test "SIGTERM ends it, with status 0" {
    pod stop --time 60 server
    [ "$(pod inspect --format '{{.State.ExitCode}}' server)" = 0 ]
}

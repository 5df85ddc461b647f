# The SPDX list of a release, made here of three packages.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export ROOT=$PWD
    cd "$BATS_FILE_TMPDIR"
    cp "$ROOT"/build/dist/fourscore-*-manylinux_2_17_x86_64.whl .
    npm pack --silent "$ROOT/build/wasm"
    # Like 'podman save': a tape archive with one for each layer.
    mkdir -p layer/bin layer/usr/share/doc/busybox-static image
    cp /usr/share/doc/busybox-static/copyright layer/usr/share/doc/busybox-static
    cp /bin/busybox layer/bin
    cp "$ROOT/LICENSE" layer
    tar -cf image/layer.tar -C layer .
    tar -cJf fourscore-9.9-container.tar.xz -C image .
    list >list.json
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

list() { SOURCE_DATE_EPOCH=1700000000 VERSION=9.9 "$ROOT/mk/spdx" ./*.whl ./*.tgz ./*-container.tar.xz; }

@test "it has what SPDX 2.3 requires" {
    python3 - <<'END'
import json
import re

with open("list.json", encoding="utf-8") as file:
    document = json.load(file)
assert document["spdxVersion"] == "SPDX-2.3"
assert document["dataLicense"] == "CC0-1.0"
assert document["SPDXID"] == "SPDXRef-DOCUMENT"
assert document["name"] == "fourscore-9.9"
assert re.fullmatch("https://[^ #]+", document["documentNamespace"])
assert document["creationInfo"]["created"] == "2023-11-14T22:13:20Z"
for creator in document["creationInfo"]["creators"]:
    assert re.match("(Tool|Organization|Person): ", creator), creator

packages, files = document["packages"], document["files"]
things = [document, *packages, *files]
identifiers = {thing["SPDXID"] for thing in things}
assert len(identifiers) == len(things)
for identifier in identifiers:
    assert re.fullmatch("SPDXRef-[A-Za-z0-9.-]+", identifier), identifier
for package in packages:
    for key in "name", "downloadLocation", "licenseConcluded", "licenseDeclared":
        assert package[key], (package, key)
    assert package["filesAnalyzed"] == ("packageVerificationCode" in package)
for file in files:
    assert file["fileName"].startswith("./"), file
    assert len(file["checksums"][0]["checksumValue"]) == 40  # SHA-1
    assert len(file["checksums"][1]["checksumValue"]) == 64
described, contained = set(), set()
for relationship in document["relationships"]:
    one, other = relationship["spdxElementId"], relationship["relatedSpdxElement"]
    assert {one, other} <= identifiers, relationship
    kind = relationship["relationshipType"]
    assert kind in ("DESCRIBES", "CONTAINS", "STATIC_LINK"), kind
    if kind == "DESCRIBES":
        described.add(other)
    if kind == "CONTAINS":
        contained.add(other)
assert described == {package["SPDXID"] for package in packages if "checksums" in package}
assert contained >= {file["SPDXID"] for file in files}
END
}

# sums: the checksum and name of each file in the list
sums() {
    python3 -c 'import json
for file in json.load(open("list.json"))["files"]:
    print(file["checksums"][1]["checksumValue"], file["fileName"])' | sort
}

@test "each file of each package is in it, with its checksum" {
    python3 -m zipfile -e ./*.whl unpacked/wheel
    mkdir -p unpacked/{wheel,npm,image}
    tar -xf ./*.tgz -C unpacked/npm
    tar -xf image/layer.tar -C unpacked/image
    for folder in unpacked/*; do
        (cd "$folder" && find . -type f -exec sha256sum {} +)
    done | tr -s ' ' | sort | diff - <(sums)
    for file in ./*.whl ./*.tgz ./*-container.tar.xz; do
        grep -q "$(sha256sum "$file" | cut -d ' ' -f 1)" list.json
    done
}

# others: what each package or file has of Debian's packages
others() {
    python3 -c 'import json
document = json.load(open("list.json"))
names = {thing["SPDXID"]: thing.get("name") or thing["fileName"]
         for thing in document["packages"] + document["files"]}
for one in document["relationships"]:
    if "-Debian-" in one["relatedSpdxElement"]:
        print(names[one["spdxElementId"]], one["relationshipType"], names[one["relatedSpdxElement"]])' | sort
}

@test "what is linked or copied into packages is named, with the version of Debian" {
    run -0 others
    echo "$output"
    [ "$output" = "$(printf '%s\n' ./package/{embedded.mjs,fourscore-scalar.wasm,fourscore.wasm}' STATIC_LINK '{libclang-rt-14-dev-wasm32,wasi-libc} \
        'fourscore-9.9-container.tar.xz CONTAINS busybox-static' | sort)" ]
    version=$(dpkg-query -W -f '${Version}?arch=${Architecture}' busybox-static)
    grep -qF "\"pkg:deb/debian/busybox-static@$version\"" list.json
}

@test "the licence of a package with parts of others is left open" {
    run -0 python3 -c 'import json
for package in json.load(open("list.json"))["packages"]:
    print(package["licenseConcluded"], package["name"])'
    [ "$(grep -c '^NOASSERTION' <<<"$output")" -eq 5 ]
    [ "$(sed -n 's/^MIT .*[.]//p' <<<"$output")" = whl ]
}

@test "the libraries in the WebAssembly modules are those that it names" {
    # The linker says which it took something from.
    run -0 make -C "$ROOT" --no-print-directory -B -n V=1 build/wasm/fourscore.wasm
    link=$(grep -e '-o build/wasm/fourscore.wasm' <<<"$output")
    run -0 bash -c "cd '$ROOT' && ${link/-o build\/wasm\/fourscore.wasm/-Wl,-Map=$PWD\/map -o $PWD\/again.wasm}"
    run -0 bash -c "sed -n 's|.* \(/[^ ]*\.a\)(.*|\1|p' map | sort -u | xargs realpath | xargs dpkg-query -S |
        sed 's/:.*//' | sort -u"
    echo "$output"
    [ "$output" = $'libclang-rt-14-dev-wasm32\nwasi-libc' ]
}

@test "the same packages make the same bytes" {
    TZ=Asia/Tokyo list | cmp - list.json
}

# For tests in a Debian in a folder.

# bare_debian: set 'bare' to one that has nothing but what every Debian has.  It is kept in
# build/, with the packages that others depend on, so that only the first run needs a network.
# One file of tests has it at a time: from setup_file to its end.
bare_debian() {
    [ "$(id -u)" = 0 ] || { echo 'debootstrap and chroot need root'; return 1; }
    mkdir -p build
    exec 8>build/debian.lock
    flock 8
    bare=$PWD/build/debian
    export bare
    local codename mirror
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
        sed -n "s/^$codename //p" | head -n 1)
    if [ ! -d "$bare" ]; then
        debootstrap --variant=minbase "$codename" "$bare.part" "$mirror"
        chroot "$bare.part" apt-get update -q
        mv "$bare.part" "$bare"
    fi
}

# apt_in TREE ARGUMENT...: run apt-get in a tree, where it knows the packages in /packages, too
apt_in() {
    local tree=$1
    shift
    chroot "$tree" env DEBIAN_FRONTEND=noninteractive sh -c 'for package in /packages/*.deb; do
        [ ! -e "$package" ] || sources="${sources-} --with-source $package"
    done
    apt-get -qy --no-install-recommends $sources "$@"' sh "$@"
}

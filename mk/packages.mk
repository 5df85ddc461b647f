# Debian packages.  Only 'make solve', 'make serve', 'make check' and
# 'make deps...' install them (deps); all other targets fail if one is missing,
# and name it (need).

# Debian's clang has a C++ compiler.
compiler          := $(or $(filter clang%,$(notdir $(CC))),gcc)
library_packages  := $(compiler) libc6-dev $(if $(STANDALONE),,libprimesieve-dev zlib1g-dev)
build_packages    := $(library_packages) $(if $(STANDALONE),,libjansson-dev libmicrohttpd-dev)
test_packages     := $(build_packages) libcmocka-dev bats $(compiler:gcc=g++) pkg-config python3 \
	python3-venv python3-numpy python3-setuptools python3-wheel parallel tmux zsh nodejs mandoc
musl_packages     := $(test_packages) musl-tools
wasm_compiler     := binaryen clang lld wasi-libc libclang-rt-dev-wasm32 esbuild
lint_packages     := $(musl_packages) $(wasm_compiler) clang-tidy cppcheck clang-format \
	mypy
valgrind_packages := $(test_packages) valgrind
arm64_packages    := $(test_packages) gcc-aarch64-linux-gnu qemu-user \
	$(addsuffix :arm64,libprimesieve-dev libcmocka-dev libjansson-dev zlib1g-dev \
	libmicrohttpd-dev)
windows_packages  := $(test_packages) gcc-mingw-w64-x86-64 wine wine64 zip unzip
s390x_packages    := $(test_packages) gcc-s390x-linux-gnu qemu-user

# Node from elsewhere than Debian brings npm along.
wasm_packages     := $(test_packages) $(wasm_compiler) node-typescript \
	$(if $(shell command -v npm),,npm)

picture_packages  := librsvg2-bin
serve_packages    := $(build_packages) $(wasm_compiler) $(picture_packages)
attack_packages   := $(build_packages) python3 wrk nginx

site_packages     := $(serve_packages) lowdown mandoc
web_packages      := $(wasm_packages) $(site_packages) chromium chromium-driver python3-selenium
firefox_packages  := $(web_packages) firefox-esr

theorem_packages  := coq

deb_packages      := $(serve_packages) debhelper dpkg-dev dh-python python3 lintian debootstrap

container_packages := $(serve_packages) podman busybox-static xz-utils

packages_packages := $(web_packages) $(windows_packages) $(container_packages) $(deb_packages) runc curl cmake \
	gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user

# The program needs more packages than the library, which pip builds.
library_goals := $(static_library) $(shared_library) $(shared_links)

# 'make SKIP_PACKAGES=1' is for tools and libraries from elsewhere.
packages := $(if $(SKIP_PACKAGES),@:,@mk/packages)

# The goals whose packages are those of NAME_packages.
package_goals := lint valgrind arm64 s390x windows wasm site web firefox theorem container deb packages attack
.PHONY: need-build need-test need-musl need-wasm-compiler need-rsvg $(package_goals:%=need-%) \
	deps-build deps deps-serve $(package_goals:%=deps-%)
# Goals that need more than the program does check that first: one check names what is
# missing, not two.
need-build: | $(if $(filter lint warnings%,$(MAKECMDGOALS)),need-lint) \
	$(if $(filter wasm,$(MAKECMDGOALS)),need-wasm-compiler) \
	$(if $(filter web site,$(MAKECMDGOALS)),need-rsvg)
	$(packages) check deps $(if $(filter-out $(library_goals),\
		$(or $(MAKECMDGOALS),all)),$(build_packages),$(library_packages))
need-test:
	$(packages) check deps $(test_packages)
need-musl:
	$(packages) check deps-lint $(musl_packages)
need-wasm-compiler:
	$(packages) check deps-wasm $(wasm_compiler)
need-rsvg: need-wasm-compiler
	$(packages) check deps-serve $(picture_packages)
$(package_goals:%=need-%): need-%:
	$(packages) check deps-$* $($*_packages)

deps-build:
	$(packages) install deps $(build_packages)
deps: ## install the packages that building and testing need, on Debian and Ubuntu
	$(packages) install deps $(test_packages)
deps-serve $(package_goals:%=deps-%): deps-%:
	$(packages) install deps-$* $($*_packages)
deps-%: ### the same for a target that needs more, which names it: deps-lint, deps-web ...

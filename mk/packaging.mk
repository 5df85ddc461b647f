# Packages for those who do not build from the source.

# What each of them says of the project: $(call about,KEY), and for templates $(fill),
# a command that replaces @KEY@, @version@ by that of lib/fourscore.h, and @list_of_keywords@
# by them as strings of JSON.
about = $(shell sed -n 's/^$(1): //p' packaging/about)
about_keys := $(shell sed -n 's/:.*//p' packaging/about)
fill = sed $(foreach key,$(about_keys),-e $(call quote,s|@$(key)@|$(call about,$(key))|)) \
	-e 's|@version@|$(version)|' -e 's|@list_of_keywords@|"$(subst $(comma) ,"$(comma) ",$(call about,keywords))"|'
comma := ,

# What is made now is dated like the last commit, so that it is the same every day.
SOURCE_DATE_EPOCH ?= $(shell test -e .git && git log -1 --format=%ct 2>/dev/null || date -r NEWS.md +%s)

# An archive of files whose owners, order, modes and times do not depend on this machine.
archive = tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mode=u=rwX,go=rX \
	--mtime=@$(SOURCE_DATE_EPOCH)

# Debian's, which has setuptools.
PACKAGING_PYTHON ?= /usr/bin/python3

# A wheel for any Linux with glibc 2.17 or newer, where the functions of threads were
# in a library of their own, on processors of the kind that CC compiles for.
wheel_machine = $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
.PHONY: wheel wheels
wheel: | need-build ### build/dist: the Python module with a library that needs nothing else
	$(Q)env -u MAKEFLAGS -u MAKELEVEL SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) BUILD=$(BUILD)/wheel-$(wheel_machine) CC=$(call quote,$(CC)) \
		STANDALONE=1 CFLAGS='-O3 -DNDEBUG $(hardening)' \
		CPPFLAGS='-include packaging/python/glibc-2.17.h' \
		LDFLAGS='$(LDFLAGS) -Wl,--no-as-needed -l:libpthread.so.0' \
		$(PACKAGING_PYTHON) setup.py --quiet bdist_wheel --dist-dir $(BUILD)/dist \
		--plat-name manylinux_2_17_$(wheel_machine)

wheels: wheel | need-arm64 ### same, for arm64, too
	$(Q)$(MAKE) wheel CC=aarch64-linux-gnu-gcc STRIP=aarch64-linux-gnu-strip

.PHONY: check-packages
check-packages: | need-packages ### make the packages, and try them
	$(Q)$(MAKE) wasm wheels $(program)
	$(Q)$(MAKE) windows-zip windows-wheel
	@FOURSCORE=$(call quote,$(abspath $(program))) test/run $(wildcard test/packages/*.bats)

# Packages for those who do not build from the source.

# What each of them says of the project: $(call about,KEY), and for templates $(fill),
# a command that replaces @KEY@, @version@ by that of lib/fourscore.h, and @list_of_keywords@
# by them as strings of JSON.  It leaves out lines with a KEY that has no value.
about = $(shell sed -n 's/^$(1): *//p' packaging/about)
about_keys := $(shell sed -n 's/:.*//p' packaging/about)
fill = sed $(foreach key,$(about_keys),-e $(call quote,$(if $(call about,$(key)),s|@$(key)@|$(call about,$(key))|,/@$(key)@/d))) \
	-e 's|@version@|$(version)|' -e 's|"@list_of_keywords@"|"$(subst $(comma) ,"$(comma) ",$(call about,keywords))"|'
comma := ,

# What is made now is dated like the last commit, so that it is the same every day.
SOURCE_DATE_EPOCH ?= $(shell test -e .git && git log -1 --format=%ct 2>/dev/null || date -r NEWS.md +%s)

# An archive of files whose owners, order, modes and times do not depend on this machine.
archive = tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mode=u=rwX,go=rX \
	--mtime=@$(SOURCE_DATE_EPOCH)

# Debian's, which has setuptools; that warns of what it does itself.  $(call setup_py,SETTINGS)
# is free of the settings of this make.
PACKAGING_PYTHON ?= /usr/bin/python3
setup_py = env -u MAKEFLAGS -u MAKELEVEL -u PYTHONDONTWRITEBYTECODE SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) $(1) \
	$(PACKAGING_PYTHON) -W ignore setup.py --quiet

# The last words of a goal: what it has written to build/dist.
wrote = @cd $(BUILD)/dist && ls -- $(1) | sed $(call quote,s|^|$(BUILD)/dist/|)

# A wheel for any Linux with glibc 2.17 or newer, where the functions of threads were
# in a library of their own, on processors of the kind that CC compiles for.
wheel_machine = $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
.PHONY: wheel wheels
wheel: | need-build ### build/dist: the Python module with a library that needs nothing else
	$(Q)$(call setup_py,BUILD=$(BUILD)/wheel-$(wheel_machine) CC=$(call quote,$(CC)) STANDALONE=1 \
		CFLAGS='-O3 -DNDEBUG $(hardening)' CPPFLAGS='-include packaging/python/glibc-2.17.h' \
		LDFLAGS='$(LDFLAGS) -Wl$(comma)--no-as-needed -l:libpthread.so.0') \
		bdist_wheel --dist-dir $(BUILD)/dist --plat-name manylinux_2_17_$(wheel_machine)
	$(call wrote,fourscore-$(version)-*_$(wheel_machine).whl)

wheels: wheel | need-arm64 ### same, for arm64, too
	$(Q)$(MAKE) wheel CC=aarch64-linux-gnu-gcc STRIP=aarch64-linux-gnu-strip

.PHONY: check-packages
check-packages: | need-packages ### make the packages, and try them
	$(Q)$(MAKE) wasm wheels $(program)
	$(Q)$(MAKE) windows-zip windows-wheel
	@FOURSCORE=$(call quote,$(abspath $(program))) test/run $(wildcard test/packages/*.bats) test/javascript/package.bats

# -------------------------------------------------------------------- Debian

# Debian packages: dpkg-buildpackage makes them of the tracked sources, with the files of
# packaging/debian in debian/.

# Who builds them for others says who that is.
DEBFULLNAME ?= $(call about,author)
DEBEMAIL    ?= fourscore@example.org

deb      := $(BUILD)/deb
deb_tree := $(deb)/fourscore-$(version)
# The newest version's, so that a package does not depend on when it is built.
deb_date  = $(shell LC_ALL=C date -uRd "$$(sed -n '/^## .*, /{s///p;q}' NEWS.md)")

tracked = if test -e .git; then git ls-files -z; \
	else find . -path $(call quote,./$(patsubst $(CURDIR)/%,%,$(abspath $(BUILD)))) -prune -o -type f -printf '%P\0'; fi | LC_ALL=C sort -z

.PHONY: deb
deb: | need-deb ### build/dist: packages for Debian, and what they are built from
	$(Q)rm -rf $(deb) && mkdir -p $(deb) $(BUILD)/dist
	$(Q)$(tracked) | $(archive) --mtime='$(deb_date)' --null -T - --transform 's|^|fourscore-$(version)/|' \
		-I 'gzip -9n' -cf $(deb)/fourscore_$(version).orig.tar.gz
	$(Q)tar -xzf $(deb)/*.orig.tar.gz -C $(deb)
	$(Q)cp -R packaging/debian $(deb_tree)/debian && chmod -R u=rwX,go=rX $(deb_tree)/debian
	$(Q)cd $(deb_tree)/debian && $(fill) -e 's|@date@|$(deb_date)|' \
		-e $(call quote,s|@maintainer@|$(DEBFULLNAME) <$(DEBEMAIL)>|) -i changelog control copyright && \
		sed '1,4d; s/^$$/./; s/^/ /' ../LICENSE >>copyright
	$(Q)sed -i '/^ .\{90\}/s/\(.\{50,77\}\) /\1\n /g' $(deb_tree)/debian/control
	$(Q)cd $(deb_tree) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -us -uc
	$(Q)find $(deb) -maxdepth 1 -type f -exec mv -t $(BUILD)/dist {} +
	$(call wrote,*fourscore*_$(version)-*.deb)

# ----------------------------------------------------------------- container

# An image for Podman and Docker: the program, the libraries that it loads, the page, the
# book, and busybox, which checks the health; with the licences of what is Debian's.

container := $(BUILD)/container
image     := $(BUILD)/dist/fourscore-$(version)-container.tar
# In the image as on this machine, so that the program finds them.
loaded = $$(ldd $(server) | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p')

.PHONY: container
container: | need-container ### build/dist: an image for Podman and Docker, with the server and the page
	$(Q)$(MAKE) $(program) web
	$(Q)rm -rf $(container) && mkdir -p $(container) $(BUILD)/dist
	$(Q)umask 022 && cp -R $(web) $(container)/web && install -s $(program) $(server) $(container) && \
		cp --parents LICENSE book/7x6-10.book $(container) && \
		cp -L --parents /bin/busybox $(loaded) $(container) && \
		for file in /bin/busybox $(loaded); do file=$$(realpath "$$file") && \
			dpkg-query -S "$$file" "$${file#/usr}" 2>/dev/null; done | \
		sed 's|:.*||; s|.*|/usr/share/doc/&/copyright|' | sort -u | \
		xargs cp -L --parents -t $(container)
	$(call say,IMAGE $(image).xz)
	$(Q)podman build --quiet --format docker --timestamp $(SOURCE_DATE_EPOCH) \
		--tag fourscore:$(version) --file packaging/Containerfile $(container) >/dev/null
	$(Q)rm -f $(image) && podman save --quiet --output $(image) fourscore:$(version) && xz -9f $(image)
	$(call wrote,$(notdir $(image)).xz)

# ------------------------------------------------------------------ releases

# Releases: packages made from a tag, the same bytes wherever and whenever they are made.

# The targets that put packages into build/dist.
release_packages := sdist wheels npm site-archive container deb windows-zip windows-wheel

release := $(BUILD)/release
# The tag or commit.
RELEASE ?= v$(version)

.PHONY: tag release check-release release-files sdist npm site-archive

# The version is that of lib/fourscore.h, and NEWS.md has a section for it.
tag: ### check, and tag the version of lib/fourscore.h
	@test -z "$$(git status --porcelain)" || { echo 'tag: expected no changes' >&2; exit 1; }
	@grep -q '^## $(version)\b' NEWS.md || \
		{ echo 'tag: NEWS.md: expected a section ## $(version)' >&2; exit 1; }
	@! grep -q '^## Next version' NEWS.md || \
		{ echo 'tag: NEWS.md: expected no section ## Next version: what is new belongs to ## $(version)' >&2; exit 1; }
	@! git rev-parse -q --verify 'refs/tags/v$(version)' >/dev/null || \
		{ echo 'tag: the tag v$(version) exists' >&2; exit 1; }
	$(Q)$(MAKE) check-all
	$(Q)$(MAKE) lint signature
	git tag -a -m 'Fourscore $(version)' 'v$(version)'

# The files of the tag, and no others, are built in a folder of their own.
# 'make -n' does not run $(MAKE_COMMAND), as it does $(MAKE).
release_tree := $(release)/tree
release: | need-packages ### build/release: the source and the packages of the tag vVERSION, with SHA256SUMS
	@git rev-parse -q --verify '$(RELEASE)^{commit}' >/dev/null || \
		{ echo 'release: there is no tag $(RELEASE); make tag' >&2; exit 1; }
	$(Q)rm -rf $(release) && mkdir -p $(release_tree)/build/dist
	$(Q)git archive --prefix='fourscore-$(version)/' '$(RELEASE)' | gzip -9n \
		>$(release_tree)/build/dist/fourscore-$(version)-source.tar.gz
	$(Q)umask 022 && tar --no-same-permissions -xf $(release_tree)/build/dist/*.tar.gz --strip-components=1 -C $(release_tree)
	$(Q)umask 022 && env -u MAKELEVEL -u MAKEFLAGS TZ=UTC LC_ALL=C \
		SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct '$(RELEASE)') \
		$(MAKE_COMMAND) -C $(release_tree) BUILD=build release_packages='$(release_packages)' release-files
	$(Q)mv $(release_tree)/build/dist/* $(release)

# The records of Debian's build name the time and the machine.
release-files: all
	$(Q)for package in $(release_packages); do $(MAKE) $$package || exit; done
	$(Q)rm -f $(BUILD)/dist/*.buildinfo $(BUILD)/dist/*.changes
	$(Q)cd $(BUILD)/dist && sha256sum * >../SHA256SUMS && mv ../SHA256SUMS .

sdist: | need-build ### build/dist: the Python module as source
	$(Q)rm -rf $(BUILD)/sdist && mkdir -p $(BUILD)/dist
	$(Q)$(setup_py) sdist --formats=tar --dist-dir $(BUILD)/sdist
	$(Q)tar -xf $(BUILD)/sdist/*.tar -C $(BUILD)/sdist
	$(Q)$(archive) -C $(BUILD)/sdist -I 'gzip -9n' -cf $(BUILD)/dist/fourscore-$(version).tar.gz fourscore-$(version)
	$(call wrote,fourscore-$(version).tar.gz)

npm: wasm ### build/dist: the package of npm
	@mkdir -p $(BUILD)/dist
	$(Q)npm pack --silent --pack-destination $(BUILD)/dist ./$(wasm) >/dev/null
	$(call wrote,fourscore-$(version).tgz)

site-archive: site ### build/dist: the site, for any static host
	@mkdir -p $(BUILD)/dist
	$(Q)$(archive) -C $(site) -I 'gzip -9n' -cf $(BUILD)/dist/fourscore-$(version)-site.tar.gz .
	$(call wrote,fourscore-$(version)-site.tar.gz)

# In two folders, one after the other, with another umask and time zone.
check-release: ### make the release of the last commit twice, elsewhere and later, and compare the bytes
	$(Q)rm -rf $(BUILD)/release-one $(BUILD)/release-the-other
	$(Q)commit=$$(git rev-parse HEAD) && \
		TZ=Asia/Tokyo $(MAKE) release RELEASE=$$commit release=$(BUILD)/release-one && \
		umask 077 && $(MAKE) release RELEASE=$$commit release=$(BUILD)/release-the-other
	@cd $(BUILD) && diff release-one/SHA256SUMS release-the-other/SHA256SUMS && \
		for file in libfourscore.a libfourscore.so.$(version) fourscore; do \
			cmp release-one/tree/build/$$file release-the-other/tree/build/$$file || exit 1; \
		done && echo reproducible

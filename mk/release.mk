# Releases: packages made from a tag, the same bytes wherever and whenever they are made.

# The targets that put packages into build/dist.
release_packages := sdist wheels npm site-archive container deb windows-zip windows-wheel

release := $(BUILD)/release
# The tag or commit.
RELEASE ?= v$(version)
# An archive of files whose owners, order and times do not depend on this machine.
archive := tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mode=u=rwX,go=rX

.PHONY: tag release check-release release-files sdist npm site-archive

# The version is that of lib/fourscore.h, and NEWS.md has a section for it.
tag: ### check, and tag the version of lib/fourscore.h
	@test -z "$$(git status --porcelain)" || { echo 'tag: expected no changes' >&2; exit 1; }
	@grep -q '^## $(version)\b' NEWS.md || \
		{ echo 'tag: NEWS.md: expected a section ## $(version)' >&2; exit 1; }
	@! git rev-parse -q --verify 'refs/tags/v$(version)' >/dev/null || \
		{ echo 'tag: the tag v$(version) exists' >&2; exit 1; }
	$(Q)$(MAKE) check-all
	$(Q)$(MAKE) lint signature
	git tag -a -m 'Fourscore $(version)' 'v$(version)'

# The files of the tag, and no others, are built in a folder of their own.
release: | need-packages ### build/release: the source and the packages of the tag vVERSION, with SHA256SUMS
	@git rev-parse -q --verify '$(RELEASE)^{commit}' >/dev/null || \
		{ echo 'release: there is no tag $(RELEASE); make tag' >&2; exit 1; }
	$(Q)rm -rf $(release) && mkdir -p $(release)/tree
	$(Q)git archive '$(RELEASE)' | tar -x -C $(release)/tree
	$(Q)umask 022 && env -u MAKELEVEL -u MAKEFLAGS TZ=UTC LC_ALL=C \
		SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct '$(RELEASE)') \
		$(MAKE) -C $(release)/tree BUILD=build release_packages='$(release_packages)' release-files
	$(Q)mv $(release)/tree/build/dist/* $(release)
	$(Q)rm -f $(release)/*.buildinfo $(release)/*.changes # name the time and the machine
	$(Q)git archive --prefix='fourscore-$(version)/' '$(RELEASE)' | gzip -9n \
		>$(release)/fourscore-$(version)-source.tar.gz
	$(Q)cd $(release) && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\0' | \
		LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS

release-files: all
	$(Q)for package in $(release_packages); do $(MAKE) $$package || exit; done

# setuptools writes the time of the build into the archive.
sdist: ### build/dist: the Python module as source
	$(Q)rm -rf $(BUILD)/sdist && mkdir -p $(BUILD)/sdist $(BUILD)/dist
	$(Q)BUILD=$(BUILD) $(PACKAGING_PYTHON) setup.py --quiet sdist --formats tar --dist-dir $(BUILD)/sdist
	$(Q)cd $(BUILD)/sdist && tar -xf fourscore-$(version).tar
	$(Q)$(archive) --mtime=@$(SOURCE_DATE_EPOCH) -C $(BUILD)/sdist -c fourscore-$(version) | \
		gzip -9n >$(BUILD)/dist/fourscore-$(version).tar.gz

npm: wasm ### build/dist: the package of npm
	@mkdir -p $(BUILD)/dist
	$(Q)npm pack --silent --pack-destination $(BUILD)/dist ./$(wasm) >/dev/null

site-archive: site ### build/dist: the site, for any static host
	@mkdir -p $(BUILD)/dist
	$(Q)$(archive) --mtime=@$(SOURCE_DATE_EPOCH) -C $(site) -c . | \
		gzip -9n >$(BUILD)/dist/fourscore-$(version)-site.tar.gz

# In two folders, one after the other, with another umask and time zone.
check-release: ### make the release of the last commit twice, elsewhere and later, and compare the bytes
	$(Q)rm -rf $(BUILD)/release-one $(BUILD)/release-the-other
	$(Q)TZ=Asia/Tokyo $(MAKE) release RELEASE=HEAD release=$(BUILD)/release-one
	$(Q)umask 077 && $(MAKE) release RELEASE=HEAD release=$(BUILD)/release-the-other
	@cd $(BUILD) && diff release-one/SHA256SUMS release-the-other/SHA256SUMS && \
		for file in libfourscore.a libfourscore.so.$(version) fourscore; do \
			cmp release-one/tree/build/$$file release-the-other/tree/build/$$file || exit 1; \
		done && echo reproducible

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
	$(Q)VERSION=$(version) mk/spdx $(BUILD)/dist/* >$(BUILD)/spdx.json
	$(Q)mv $(BUILD)/spdx.json $(BUILD)/dist/fourscore-$(version).spdx.json
	$(Q)cd $(BUILD)/dist && sha256sum * >../SHA256SUMS && mv ../SHA256SUMS .

sdist: | need-build ### build/dist: the Python module as source
	$(Q)BUILD=$(BUILD) $(PACKAGING_PYTHON) setup.py --quiet sdist

npm: wasm ### build/dist: the package of npm
	@mkdir -p $(BUILD)/dist
	$(Q)npm pack --silent --pack-destination $(BUILD)/dist ./$(wasm) >/dev/null

site-archive: site ### build/dist: the site, for any static host
	@mkdir -p $(BUILD)/dist
	$(Q)$(archive) -C $(site) -I 'gzip -9n' -cf $(BUILD)/dist/fourscore-$(version)-site.tar.gz .

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

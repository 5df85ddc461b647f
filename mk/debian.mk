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
		-e $(call quote,s|@maintainer@|$(DEBFULLNAME) <$(DEBEMAIL)>|) -i changelog control copyright
	$(Q)sed -i '/^ .\{90\}/s/\(.\{50,77\}\) /\1\n /g' $(deb_tree)/debian/control
	$(Q)cd $(deb_tree) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -us -uc
	$(Q)find $(deb) -maxdepth 1 -type f -exec mv -t $(BUILD)/dist {} +

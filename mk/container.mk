# An image for Docker and Podman: the program, the libraries that it loads, the page, the
# book, and busybox as the client that checks the health.

container       := $(BUILD)/container
container_image := $(BUILD)/dist/$(call about,name)-$(version)-container.tar.gz
image_name      := $(call about,name):$(version)
# In the image as on this machine, so that the program finds them.
loaded = ldd $(program) | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p'

# Nothing runs while the image is made, so that no name space is needed.
buildah = buildah --storage-driver vfs --root $(call quote,$(abspath $(container)/store)) \
	--runroot $(call quote,$(abspath $(container)/run))

.PHONY: container
container: | need-container ### build/dist: an image for Docker and Podman, with the server and the page
	$(Q)$(MAKE) $(program) web
	$(Q)$(MAKE) $(container_image)

# The format of Docker has health checks; that of OCI lacks them.
$(container_image): $(container)/packages packaging/Containerfile
	@mkdir -p $(@D)
	$(call say,IMAGE $@)
	$(Q)rm -f $(container)/image.tar
	$(Q)$(buildah) build --quiet --isolation chroot --format docker --identity-label=false \
		--timestamp $(SOURCE_DATE_EPOCH) --file packaging/Containerfile \
		--tag $(image_name) $(container)/files >/dev/null
	$(Q)$(buildah) push --quiet $(image_name) docker-archive:$(container)/image.tar:$(image_name)
	$(Q)$(buildah) rmi --all --force >/dev/null
	$(Q)gzip -9nc $(container)/image.tar >$@

# The files of the image, and the names of the packages of Debian that they are from.
$(container)/packages: $(program) $(web)/sw.js book/7x6-10.book LICENSE /bin/busybox mk/container.mk
	$(Q)rm -rf $(container)/files
	$(Q)umask 022 && mkdir -p $(container)/files && cp -R $(web) $(container)/files/web && \
		chmod -R u=rwX,go=rX $(container)/files/web && \
		install -s -m 755 $(program) $(container)/files/fourscore && \
		for file in book/7x6-10.book LICENSE; do \
			install -D -m 644 $$file $(container)/files/$$file || exit; done && \
		install -D -m 755 /bin/busybox $(container)/files/bin/busybox && \
		for file in $$($(loaded)); do \
			install -D -m 755 "$$file" "$(container)/files$$file" || exit; done
	$(Q)for file in /bin/busybox $$($(loaded)); do file=$$(realpath "$$file") && \
		dpkg-query -S "$$file" "$${file#/usr}" 2>/dev/null | sed 's/:.*//'; \
		done | LC_ALL=C sort -u >$@
	$(Q)umask 022 && while read -r package; do \
		install -D -m 644 /usr/share/doc/$$package/copyright \
			$(container)/files/usr/share/doc/$$package/copyright || exit; done <$@

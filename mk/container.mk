# An image for Docker and Podman: the program, the libraries that it loads, the page, the
# book, and busybox as the client that checks the health.

container       := $(BUILD)/container
container_image := $(BUILD)/dist/$(call about,name)-$(version)-container.tar.xz
# In the image as on this machine, so that the program finds them.
loaded = ldd $(program) | sed -n 's|^[^/]*\(/[^ ]*\) (.*|\1|p'

.PHONY: container
container: | need-container ### build/dist: an image for Docker and Podman, with the server and the page
	$(Q)$(MAKE) $(program) web
	$(Q)$(MAKE) $(container_image)

# In the format of 'docker save'.  All its bytes are those of the files; tools that build
# images put random names into it.
$(container_image): $(container)/packages packaging/image.json
	@mkdir -p $(@D)
	$(call say,IMAGE $@)
	$(Q)$(archive) -C $(container)/files -cf $(container)/layer.tar .
	$(Q)layer=$$(sha256sum <$(container)/layer.tar) && sed -e "s/@layer@/$${layer%% *}/" \
		-e "s/@date@/$$(date -u -d @$(SOURCE_DATE_EPOCH) +%FT%TZ)/" \
		-e "s/@architecture@/$$(dpkg --print-architecture)/" packaging/image.json >$(container)/config.json
	$(Q)echo '[{"Config": "config.json", "RepoTags": ["$(call about,name):$(version)"], "Layers": ["layer.tar"]}]' \
		>$(container)/manifest.json
	$(Q)$(archive) -C $(container) -I 'xz -9T1' -cf $@ manifest.json config.json layer.tar

# The files of the image, and the names of the packages of Debian that they are from.
$(container)/packages: $(program) $(web)/sw.js book/7x6-10.book LICENSE /bin/busybox mk/container.mk
	$(Q)rm -rf $(container)/files
	$(Q)mkdir -p $(container)/files && cp -R $(web) $(container)/files/web && \
		install -s -m 755 $(program) $(container)/files/fourscore && \
		for file in book/7x6-10.book LICENSE; do \
			install -D -m 644 $$file $(container)/files/$$file || exit; done && \
		install -D -m 755 /bin/busybox $(container)/files/bin/busybox && \
		for file in $$($(loaded)); do \
			install -D -m 755 "$$file" "$(container)/files$$file" || exit; done
	$(Q)for file in /bin/busybox $$($(loaded)); do file=$$(realpath "$$file") && \
		dpkg-query -S "$$file" "$${file#/usr}" 2>/dev/null | sed 's/:.*//'; \
		done | LC_ALL=C sort -u >$@
	$(Q)while read -r package; do \
		install -D -m 644 /usr/share/doc/$$package/copyright \
			$(container)/files/usr/share/doc/$$package/copyright || exit; done <$@

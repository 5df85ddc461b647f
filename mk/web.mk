# The page: the files of web/ and the WebAssembly package, for any web server.

web       := $(BUILD)/web
web_files := $(filter-out sw.js,$(notdir $(wildcard web/*)))
web_parts := $(addprefix $(web)/,$(web_files) fourscore.mjs fourscore.wasm \
	fourscore-scalar.wasm)

.PHONY: web
web: $(web_parts) $(web)/sw.js ## build/web: the page, for any web server; needs clang

$(addprefix $(web)/,$(web_files)): $(web)/%: web/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
$(filter $(web)/fourscore%,$(web_parts)): $(web)/%: $(wasm)/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@

# What the browser keeps: all files but the modules, of which it needs one.  The
# version is their checksum.
$(web)/sw.js: web/sw.js $(web_parts)
	$(Q)sum=$$(cat $< $(web_parts) | sha256sum | cut -c 1-16) && \
		sed "s/@version@/$$sum/; s/@files@/$(web_files) fourscore.mjs/" $< >$@

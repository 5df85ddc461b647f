# The page: the files of web/ and the WebAssembly package, for any web server.

web       := $(BUILD)/web
web_modules := $(wildcard web/*.mjs)
# For other pages, and for whoever shows or installs the page: not kept by the browser.
web_elsewhere := embed.html embed.mjs fourscore-board.mjs
web_pictures := icon-192.png icon-512.png icon-maskable.png icon-touch.png card.png
web_files := $(patsubst web/%,%,$(filter-out $(addprefix web/,sw.js types.d.ts card.svg \
	$(web_elsewhere)) $(web_modules),$(wildcard web/*.* web/v1/*)))
web_joined := main.mjs worker.mjs
web_proof := 7x6.cert
web_parts := $(addprefix $(web)/,$(web_files) $(web_joined) $(web_proof) fourscore.mjs \
	fourscore.wasm fourscore-scalar.wasm)

.PHONY: web check-web check-firefox page-picture
web: $(addsuffix .gz,$(web_parts) $(web)/sw.js $(addprefix $(web)/,$(web_elsewhere))) \
		$(addprefix $(web)/,$(web_pictures)) ### build/web: the page, for any web server; needs clang

# A file or a module that is gone leaves nothing behind: with another list of them, all is
# built again.
web_list := $(BUILD)/web-files
$(web_list): FORCE
	$(Q)mkdir -p $(@D)
	$(Q)printf '%s\n' '$(web_files) $(web_modules)' | cmp -s - $@ || \
		{ rm -rf $(web) && printf '%s\n' '$(web_files) $(web_modules)' >$@; }
$(web_parts) $(web)/sw.js $(addprefix $(web)/,$(web_elsewhere) $(web_pictures)): $(web_list) mk/web.mk

$(addprefix $(web)/,$(web_files) $(filter %.html,$(web_elsewhere))): $(web)/%: web/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
$(web)/$(web_proof): proof/certificates/$(web_proof)
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
# A browser on a slow line waits for each file, not for their bytes: all modules that
# one needs are a single file, without their imports and exports.  So no two of them
# have the same name outside functions; and what is called while a module is loaded is
# in an earlier one.
$(web)/main.mjs: $(filter-out $(addprefix web/,follow.mjs worker.mjs main.mjs $(web_elsewhere)),\
		$(web_modules)) web/main.mjs
$(web)/worker.mjs: $(wasm)/fourscore.mjs \
		$(addprefix web/,game.mjs levels.mjs questions.mjs follow.mjs worker.mjs)
$(web)/fourscore-board.mjs $(web)/embed.mjs: $(patsubst %,web/%.mjs,sentences game words questions \
		knowledge tree address drawing board solver fourscore-board)
$(web)/embed.mjs: web/embed.mjs
# Comments are not sent.
strip_comments := sed -e '/^ *\/\/ /d' -e '/^ *\/\*\*.*\*\/$$/d' \
	-e '/^ *\/\*\*/{/\*\//!{:next;N;/\*\/$$/!b next;d}}'
$(addprefix $(web)/,$(web_joined) fourscore-board.mjs embed.mjs):
	@mkdir -p $(@D)
	$(Q)$(strip_modules) $(filter %.mjs,$^) | $(strip_comments) >$@
$(filter $(web)/fourscore%,$(web_parts)): $(web)/%: $(wasm)/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@

# Systems cut a maskable icon to their shape: its background has no corners.
$(web)/icon-%.png: web/icon.svg | need-rsvg
	@mkdir -p $(@D)
	$(Q)rsvg-convert -w $* $< -o $@
$(web)/icon-maskable.png $(web)/icon-touch.png: web/icon.svg | need-rsvg
	@mkdir -p $(@D)
	$(Q)sed 's/0 0 64 64/-4 -4 72 72/; s/<rect [^>]*fill/<rect x="-4" y="-4" width="72" height="72" fill/' $< | \
		rsvg-convert -w $(if $(findstring touch,$@),180,512) -o $@

# The picture that other sites show with a link to the page.
$(web)/card.png: web/card.svg | need-rsvg
	@mkdir -p $(@D)
	$(Q)rsvg-convert $< -o $@

# What the browser keeps: all files but the modules, of which it needs one.  The
# version is their checksum.
$(web)/sw.js: web/sw.js $(web_parts)
	$(Q)sum=$$(cat $^ | sha256sum | cut -c 1-16) && \
		sed "s|@version@|$$sum|; s|@files@|$(web_files) $(web_joined) $(web_proof)|" $< >$@

# For web servers that send a compressed file if there is one.
$(web)/%.gz: $(web)/%
	$(Q)gzip -9nc $< >$@

# The puzzles: one easy, one medium, one hard, and so on.  The first two kinds are won in
# at most 7 moves.
too_long := "win_in":\([89]\|[1-9][0-9]\),
.PHONY: puzzles
puzzles: $(program) ### make web/puzzles.txt again
	$(Q)for pool in easy-180 medium-260 hard-122; do \
		grade=$${pool%-*} long=$(call quote,$(too_long)); \
		test $$grade != hard || long=none; \
		$(program) puzzle --difficulty $$grade -n $${pool#*-} --seed 2026 --json | \
			grep -v "$$long" | head -n 122 | cut -d '"' -f 4 | rev | LC_ALL=C sort | rev | \
			$(program) solve --all-moves >$(BUILD)/puzzles-$$grade || exit; \
	done; \
	{ sed '/^#/!d' web/puzzles.txt; paste -d '\n' $(BUILD)/puzzles-easy \
		$(BUILD)/puzzles-medium $(BUILD)/puzzles-hard; } >$(BUILD)/puzzles.txt && \
		mv $(BUILD)/puzzles.txt web/puzzles.txt

# ------------------------------------------------------------------- testing

web_test := $(BUILD)/web-test

check-web: | need-web ### test the page, and the package in bundlers, in Chromium
	$(Q)$(MAKE) site wasm $(program) $(web_test)/node_modules $(web_test)/types
	@FOURSCORE_SITE=$(call quote,$(abspath $(site))) test/page/run $(web) $(program) $(wasm) $(web_test)

check-firefox: | need-firefox ### test the page in Firefox
	$(Q)$(MAKE) site wasm $(program) $(web_test)/node_modules
	@FOURSCORE_SITE=$(call quote,$(abspath $(site))) FOURSCORE_BROWSER=firefox test/page/run $(web) $(program) $(wasm) $(web_test)

page-picture: | need-web ### take the picture of the page in the README again
	$(Q)$(MAKE) web $(program)
	$(Q)cd test/page && FOURSCORE_WEB=$(call quote,$(abspath $(web))) \
		FOURSCORE=$(call quote,$(abspath $(program))) \
		FOURSCORE_WEB_TEST=$(call quote,$(abspath $(web_test))) \
		/usr/bin/python3 picture.py $(call quote,$(abspath docs/page.webp))

$(web_test)/node_modules: test/page/package.json test/page/package-lock.json
	@mkdir -p $(@D)
	$(Q)cp $^ $(@D)
	$(Q)cd $(@D) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	$(Q)touch $@

# The types that the comments declare.
$(web_test)/types: $(web_modules) web/types.d.ts bindings/javascript/fourscore.d.ts
	@mkdir -p $(@D)/source
	$(Q)cp $(filter web/%,$^) $(@D)/source
	$(Q)cp bindings/javascript/fourscore.d.ts $(@D)/source/fourscore.d.mts
	$(Q)tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 \
		--moduleResolution node --lib es2022,dom,dom.iterable \
		$(@D)/source/*.mjs $(@D)/source/types.d.ts
	$(Q)touch $@

# WebAssembly: the library for Node and browsers, as a package of npm.
#
# Two modules: with vectors (SIMD128), and for browsers that lack them.

WASM_CC ?= clang
wasm         := $(BUILD)/wasm
wasm_modules := $(wasm)/fourscore.wasm $(wasm)/fourscore-scalar.wasm
wasm_package := $(wasm_modules) $(addprefix $(wasm)/,cli.mjs fourscore.mjs embedded.mjs \
	fourscore.d.ts package.json README.md LICENSE)

# bindings/javascript/book.c is in place of the files of books.
wasm_sources := $(filter-out book/%,$(portable_sources)) \
	$(wildcard bindings/javascript/*.c) os/none.c \
	$(filter-out lib/pool.c lib/book.c,$(library_sources))

wasm_flags   := --target=wasm32-wasi -I$(wasm) -I. -I$(BUILD) -D_GNU_SOURCE \
	-DSTANDALONE -DOS_NO_THREADS -std=c11 -fvisibility=hidden \
	$(call quote,-ffile-prefix-map=$(CURDIR)=.) $(warnings)
wasm_cflags  := -O3 -DNDEBUG
# No -O: with it clang runs wasm-opt where that is installed, and fails on vectors.
# The stack comes first, so that no overflow of it is a write to other data.
wasm_ldflags := -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576 \
	-Wl,--fatal-warnings -Wl,--strip-all -Wl,--compress-relocations
wasm_isa_fourscore        := -msimd128
wasm_isa_fourscore-scalar :=

.PHONY: wasm check-wasm
wasm: $(wasm_package) ### build/wasm: the package for Node and browsers; needs clang

# The default engine only.
$(wasm)/solver/engines.inc: solver/engines.inc
	@mkdir -p $(@D)
	$(Q)grep -m 1 '^ENGINE(' $< >$@

# The scores of the positions of 8 plies, in the order of book/list.h, as the program
# prints them.
$(BUILD)/book/scores.inc: book/7x6.book | $(program)
	@mkdir -p $(@D)
	$(Q)$(TEST_WRAPPER) $(call quote,$(abspath $(program))) book export $< | \
		sed -n 's/^[1-7]\{8\} \(.*\)/\1,/p' >$@

$(wasm)/settings: FORCE
	$(call write_if_changed,$(call quote,$(WASM_CC) $(wasm_flags) $(wasm_cflags) $(wasm_ldflags)))

wasm_compile = $(Q)$(WASM_CC) -MMD -MP $(wasm_flags) $(wasm_cflags)

# $(call wasm_rules,MODULE)
define wasm_rules
$(1)_objects := $(wasm_sources:%.c=$(wasm)/$(1)/%.o) $(variants:%=$(wasm)/$(1)/fast_%.o)

# All but the engine for 7x6 is compiled for size.
$(wasm)/$(1)/%.o: %.c $(wasm)/settings $(wasm)/solver/engines.inc | need-wasm-compiler
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(wasm_compile) -Oz $(wasm_isa_$(1)) -c -o $$@ $$<

$(variants:%=$(wasm)/$(1)/fast_%.o): $(wasm)/$(1)/fast_%.o: solver/fast.c $(wasm)/settings | need-wasm-compiler
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(wasm_compile) $$(if $$(filter 7x6,$$*),,-Oz) $(wasm_isa_$(1)) \
		$$(call variant_flags,$$*,baseline) -c -o $$@ $$<

$(wasm)/$(1)/bindings/javascript/book.o: $(BUILD)/book/scores.inc

$(wasm)/$(1).wasm: $$($(1)_objects)
	$$(call say,LD $$@)
	$$(Q)$(WASM_CC) $(wasm_flags) $(wasm_ldflags) -o $$@ $$^ -lc-printscan-no-floating-point
endef
$(foreach module,fourscore fourscore-scalar,$(eval $(call wasm_rules,$(module))))
-include $(wildcard $(wasm)/*/*.d $(wasm)/*/*/*.d)

# JavaScript modules without their imports and exports.
strip_modules = sed "/^import [^']*$$/,/';$$/d; /^import /d; s/^export //"

# fourscore.mjs as one file with the module.mjs of a folder.
$(wasm)/fourscore.mjs: bindings/javascript/files/module.mjs
$(wasm)/embedded.mjs: $(wasm)/embedded/bytes.mjs bindings/javascript/embedded/module.mjs
$(wasm)/fourscore.mjs $(wasm)/embedded.mjs: bindings/javascript/fourscore.mjs
	@mkdir -p $(@D)
	$(Q){ $(strip_modules) $(filter-out $<,$^); sed '/^import /d' $<; } >$@
$(wasm)/embedded/bytes.mjs: $(wasm)/fourscore.wasm
	@mkdir -p $(@D)
	$(Q){ printf "export const MODULE = '"; gzip -9nc $< | base64 | tr -d '\n'; \
		echo "';"; } >$@

$(wasm)/%: bindings/javascript/%
	@mkdir -p $(@D)
	$(Q)$(fill) $< >$@
$(wasm)/package.json $(wasm)/cli.mjs: lib/fourscore.h packaging/about
# The modules have parts of wasi-libc in them, which is made of musl.
$(wasm)/LICENSE: LICENSE mk/web.mk
	@mkdir -p $(@D)
	$(Q)sed '/^Copyright/a\Copyright (c) 2005-2020 Rich Felker and others (musl, in the WebAssembly modules)' $< >$@

# ------------------------------------------------------------------- testing

check-wasm: | need-wasm ### the unit tests in WebAssembly, and the package: scores, random arguments, npm install
	$(Q)$(MAKE) wasm $(program)
	$(Q)$(MAKE) check-unit BUILD=$(BUILD)/wasm-unit CC='$(WASM_CC) --target=wasm32-wasi' \
		$(standalone) $(fewest) \
		system_tests= pool_test= CFLAGS='-O2 -fno-PIC -msimd128' \
		LDFLAGS='-O0 -Wl,--stack-first -Wl,-z,stack-size=8388608' \
		TEST_WRAPPER='node --no-warnings test/javascript/run.mjs'
	@FOURSCORE=$(call quote,$(abspath $(program))) test/run $(wildcard test/javascript/*.test.mjs)

# ----------------------------------------------------------------- the page

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

# ----------------------------------------------------------------- the site

# The site: the page and the documents as HTML, in a folder for any static host.

site := $(BUILD)/site

.PHONY: site
site: | need-site ### build/site: the page and the documents, for any static host
	$(Q)$(MAKE) web $(manual)
	$(Q)docs/site/build $(web) $(BUILD)/man $(site) $(SITE)

# WebAssembly: the library for Node and browsers, as a package of npm.
#
# Two modules: with vectors (SIMD128), and for browsers that lack them.

WASM_CC ?= clang
wasm         := $(BUILD)/wasm
wasm_package := $(addprefix $(wasm)/,fourscore.wasm fourscore-scalar.wasm cli.mjs fourscore.mjs \
	embedded.mjs embedded.cjs fourscore.d.ts fourscore.d.cts package.json README.md LICENSE)

# bindings/javascript has what is in place of the files of books and of printf().
wasm_sources := $(filter-out book/%,$(portable_sources)) \
	$(wildcard bindings/javascript/*.c) os/none.c \
	$(filter-out lib/pool.c lib/table.c lib/book.c,$(library_sources))

wasm_flags   := --target=wasm32-wasi -I$(wasm) -I. -I$(BUILD) -D_GNU_SOURCE \
	-DSTANDALONE -DOS_NO_THREADS -std=c11 -fvisibility=hidden \
	$(call quote,-ffile-prefix-map=$(CURDIR)=.) $(warnings)
wasm_cflags  := -O3 -flto -DNDEBUG
# No -O: with it clang runs wasm-opt itself, and fails on vectors.
# The stack comes first, so that no overflow of it is a write to other data.
wasm_ldflags := -flto -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576 \
	-Wl,--fatal-warnings -Wl,--strip-all -Wl,--compress-relocations
wasm_opt     := wasm-opt -Os
wasm_isa_fourscore        := -msimd128
wasm_isa_fourscore-scalar :=

.PHONY: wasm check-wasm
wasm: $(wasm_package) ### build/wasm: the package for Node and browsers; needs clang and esbuild

# The default engine only.
$(wasm)/solver/engines.inc: solver/engines.inc
	@mkdir -p $(@D)
	$(Q)grep -m 1 '^ENGINE(' $< >$@

# The scores of the positions of 8 plies that three stones do not decide, in the order of
# book/list.h, as the program prints them.
$(BUILD)/book/scores.inc: book/7x6.book bindings/javascript/pack.awk | $(program)
	@mkdir -p $(@D)
	$(Q)$(TEST_WRAPPER) $(call quote,$(abspath $(program))) book export $< | \
		sed -n '/ -\{0,1\}17$$/d; / 16$$/d; s/^[1-7]\{8\} //p' | \
		awk -f bindings/javascript/pack.awk >$@

$(wasm)/settings: FORCE
	$(call write_if_changed,$(call quote,$(WASM_CC) $(wasm_flags) $(wasm_cflags) $(wasm_ldflags) $(wasm_opt)))

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
	$$(Q)$(WASM_CC) $(wasm_flags) $(wasm_ldflags) -o $$@.linked $$^
	$$(Q)$(wasm_opt) $(if $(wasm_isa_$(1)),--enable-simd) -o $$@ $$@.linked
endef
$(foreach module,fourscore fourscore-scalar,$(eval $(call wasm_rules,$(module))))
-include $(wildcard $(addprefix $(wasm)/*/,*.d */*.d */*/*.d */*/*/*.d))

# JavaScript modules as one file.
bundle = $(Q)esbuild --bundle --format=esm --target=es2022 --log-level=warning --outfile=$@
# $(call alias,NAME,FILE): where it finds what they import by a name.
alias = $(call quote,--alias:$(1)=$(abspath $(2)))

$(wasm)/embedded.mjs: bindings/javascript/embedded.mjs bindings/javascript/fourscore.mjs \
		$(wasm)/fourscore.wasm.gz | need-wasm-compiler
	$(bundle) $(call alias,fourscore-bytes,$(wasm)/fourscore.wasm.gz) --loader:.gz=base64 $<

# For require(), whose types TypeScript wants in a file of their own.
$(wasm)/embedded.cjs: $(wasm)/embedded.mjs
	$(Q)esbuild --format=cjs --log-level=warning --outfile=$@ $<
$(wasm)/fourscore.d.cts: $(wasm)/fourscore.d.ts
	$(Q)cp $< $@

$(wasm)/%: bindings/javascript/%
	@mkdir -p $(@D)
	$(Q)$(fill) $< >$@
$(wasm)/README.md: docs/wasm.md
	$(Q)cp $< $@
$(wasm)/package.json $(wasm)/cli.mjs: lib/fourscore.h packaging/about
# The modules have parts of wasi-libc in them, which is made of musl.
$(wasm)/LICENSE: LICENSE mk/web.mk
	@mkdir -p $(@D)
	$(Q)sed '/^Copyright/a\Copyright (c) 2005-2020 Rich Felker and others (musl, in the WebAssembly modules)' $< >$@

check-wasm: | need-wasm ### the unit tests in WebAssembly, and the package: scores, random arguments, npm install
	$(Q)$(MAKE) wasm $(program)
	$(Q)$(MAKE) check-unit BUILD=$(BUILD)/wasm-unit CC='$(WASM_CC) --target=wasm32-wasi' \
		$(standalone) $(fewest) \
		system_tests= pool_test= CFLAGS='-O2 -fno-PIC -msimd128' \
		LDFLAGS='-O0 -Wl,--stack-first -Wl,-z,stack-size=8388608' \
		TEST_WRAPPER='node --no-warnings test/javascript/run.mjs'
	@FOURSCORE=$(call quote,$(abspath $(program))) BATS_TAGS='!network' test/run $(wildcard test/javascript/*.test.mjs test/javascript/*.bats)

# ------------------------------------------------------------------ the page

# The files of web/ and the WebAssembly package, for any web server.

web         := $(BUILD)/web
web_modules := $(wildcard web/*.mjs)
# What the browser keeps, but for the modules of WebAssembly, of which it needs one.
web_copied  := $(patsubst web/%,%,$(filter-out web/embed.html web/sw.js web/types.d.ts web/card.svg \
	$(web_modules),$(wildcard web/*.* web/v1/*)))
web_kept    := $(web_copied) main.js worker.js gif.js
# For other pages, and for whoever shows or installs the page.
web_others  := embed.html embed.js fourscore-board.js
web_pictures := $(addprefix $(web)/,icon-192.png icon-512.png icon-maskable.png icon-touch.png card.png)
web_parts   := $(addprefix $(web)/,$(web_kept) fourscore.wasm fourscore-scalar.wasm)

.PHONY: web check-web check-firefox
web: $(addsuffix .gz,$(web_parts) $(web)/sw.js $(addprefix $(web)/,$(web_others))) \
		$(web_pictures) ### build/web: the page, for any web server; needs clang and esbuild

# A file or a module that is gone leaves nothing behind: with another list of them, all is
# built again.
web_list := $(call quote,$(web_kept) $(web_others) $(web_modules))
$(BUILD)/web-files: FORCE
	@mkdir -p $(@D)
	$(Q)echo $(web_list) | cmp -s - $@ || { rm -rf $(web) && echo $(web_list) >$@; }
$(web_parts) $(web)/sw.js $(addprefix $(web)/,$(web_others)) $(web_pictures): $(BUILD)/web-files mk/web.mk

$(web)/%: web/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
$(web)/%.wasm: $(wasm)/%.wasm
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@

# A browser on a slow line waits for each file, not for their bytes: what one needs is a
# single file.  Their names end with .js, because not all web servers have a type for .mjs.
$(filter %.js,$(addprefix $(web)/,$(web_kept) $(web_others))): $(web)/%.js: web/%.mjs \
		$(web_modules) $(wasm)/fourscore.mjs
	$(bundle) --minify $(call alias,fourscore,$(wasm)/fourscore.mjs) $<

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

# The version is the checksum of what the browser may keep.
$(web)/sw.js: web/sw.js $(web_parts)
	$(Q)sum=$$(cat $^ | sha256sum | cut -c 1-16) && \
		sed "s|@version@|$$sum|; s|@files@|$(web_kept)|" $< >$@

# For web servers that send a compressed file if there is one.
$(BUILD)/%.gz: $(BUILD)/%
	$(Q)gzip -9nc $< >$@

# The puzzles: an easy, a medium and a hard one in each line.  The first two kinds are won in
# at most 7 moves.  The theme is what 'explain' says first: d, two threats; z, zugzwang, also by
# copying; o, only one move holds the draw.
puzzle_themes := s/.*"reasons":.{"kind":"\(double threat\|no defence\)".*"wins":true.*/d/; s/.*"wins":true.*/z/; s/^{.*/o/
too_long := "win_in":\([89]\|[1-9][0-9]\),
.PHONY: puzzles
puzzles: $(program) ### make web/puzzles.txt again
	$(Q)for pool in easy-180 medium-260 hard-122; do \
		grade=$${pool%-*} long=$(call quote,$(too_long)); \
		test $$grade != hard || long=none; \
		$(program) puzzle --difficulty $$grade -n $${pool#*-} --seed 2026 --json | \
			grep -v "$$long" | head -n 122 | cut -d '"' -f 4 | rev | LC_ALL=C sort | rev >$(BUILD)/puzzles; \
		$(program) explain --json - <$(BUILD)/puzzles | sed '$(puzzle_themes)' >$(BUILD)/puzzles-themes && \
		$(program) solve --all-moves <$(BUILD)/puzzles | cut -d ' ' -f 2- | \
			paste -d ' ' $(BUILD)/puzzles $(BUILD)/puzzles-themes - >$(BUILD)/puzzles-$$grade || exit; \
	done; \
	{ sed '/^#/!d' web/puzzles.txt; paste -d ';' $(BUILD)/puzzles-easy \
		$(BUILD)/puzzles-medium $(BUILD)/puzzles-hard; } >$(BUILD)/puzzles.txt && \
		mv $(BUILD)/puzzles.txt web/puzzles.txt

web_test := $(BUILD)/web-test

# $(call run_page,WHAT ELSE IS MADE,SETTINGS)
define run_page
$(Q)$(MAKE) site wasm $(program) $(web_test)/node_modules $(1)
@FOURSCORE_SITE=$(call quote,$(abspath $(site))) $(2) test/page/run $(web) $(program) $(wasm) $(web_test)
endef
check-web: | need-web ### test the page, and a bundle of the package, in Chromium
	$(call run_page,$(web_test)/types)
check-firefox: | need-firefox ### test the page in Firefox
	$(call run_page,,FOURSCORE_BROWSER=firefox)

# What finds that a page is hard to use for some people; Debian does not have it.
$(web_test)/node_modules: mk/web.mk
	@mkdir -p $(@D)
	$(Q)npm install --prefix $(@D) --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
		axe-core@4.14.1
	$(Q)touch $@

# The types that the comments declare.
$(web_test)/types: $(web_modules) web/types.d.ts bindings/javascript/fourscore.d.ts
	@rm -rf $(@D)/source && mkdir -p $(@D)/source/node_modules/fourscore
	$(Q)cp $(filter web/%,$^) $(@D)/source
	$(Q)cp bindings/javascript/fourscore.d.ts $(@D)/source/node_modules/fourscore/index.d.ts
	$(Q)tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 \
		--moduleResolution node --lib es2022,dom,dom.iterable \
		$(@D)/source/*.mjs $(@D)/source/types.d.ts
	$(Q)touch $@

# ------------------------------------------------------------------ the site

# The page and the documents as HTML, in a folder for any static host.
site := $(BUILD)/site

.PHONY: site
site: | need-site ### build/site: the page and the documents, for any static host
	$(Q)$(MAKE) web $(manual)
	$(Q)docs/site/build $(web) $(BUILD)/man $(site) $(SITE)

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
$(wasm)/LICENSE: LICENSE mk/wasm.mk
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

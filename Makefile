# Fourscore.  'make help' lists the targets.

CC      ?= cc
CFLAGS  ?= -O3 -g -DNDEBUG
BUILD   := build
PREFIX  ?= /usr/local
DATADIR ?= $(PREFIX)/share/fourscore

# Ours first, the user's last, so that the user's flags win.
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wno-psabi
override CFLAGS := -std=c11 -pthread $(warnings) $(CFLAGS)
override CPPFLAGS := -I. -D_GNU_SOURCE -MMD -MP \
	-DDATADIR='"$(DATADIR)"' $(CPPFLAGS)
compile = $(CC) $(CPPFLAGS) $(CFLAGS)

# Packages by what a build and a test run call; 'make deps' installs them.
build_packages := gcc libc6-dev libprimesieve-dev libjansson-dev
test_packages  := libcmocka-dev bats

# What searches is compiled once for each instruction set of solver/variant.h.
search_sources  := solver/fast.c solver/tutorial.c solver/tutorial_11.c \
	solver/tutorial_12.c solver/variant.c
library_sources := $(filter-out $(search_sources),\
	$(wildcard bitboard/*.c tt/*.c solver/*.c))
program_sources := $(library_sources) $(wildcard tools/*.c)

isas      := baseline
# Each from the bottom up, so that a -march in CFLAGS does not change it.
isa_flags_baseline :=
ifneq (,$(findstring x86_64,$(shell $(CC) -dumpmachine)))
isas      += avx2 avx512
isa_flags_baseline := -march=x86-64
isa_flags_avx2   := -march=x86-64 -mavx2 -mbmi -mbmi2 -mpopcnt
isa_flags_avx512 := $(isa_flags_avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl
endif

# $(call objects,FOLDER,SOURCES) and $(call search_objects,FOLDER)
objects        = $(patsubst %.c,$(1)/%.o,$(2))
search_objects = $(foreach isa,$(isas),$(call objects,$(1)/$(isa),$(search_sources)))

program         := $(BUILD)/fourscore
program_objects := $(call objects,$(BUILD),$(program_sources)) \
	$(call search_objects,$(BUILD))

# Boards that the unit tests are compiled for: the usual one, small ones, one of
# 64 bits exactly, and one with keys of more than 64 bits.
test_boards := 7x6 4x4 5x4 5x5 6x5 8x7 8x8
board_tests := $(foreach board,$(test_boards),\
	board-$(board)/test/test_bitboard board-$(board)/test/test_solver) \
	$(foreach board,$(filter 7x6 4x4 5x4,$(test_boards)),\
	board-$(board)/test/test_confusion) \
	$(foreach board,$(filter 7x6 4x4 5x4 5x5 6x5,$(test_boards)) 4x8,\
	board-$(board)/test/test_proof) \
	board-7x6/test/test_tt board-7x6/test/test_threads
unit_tests  := $(board_tests:%=$(BUILD)/%)
fixtures    := $(patsubst %.c,%,$(filter-out test/test_%,$(wildcard test/*.c)))

# One job per processor, unless the caller says otherwise.
ifeq (0,$(MAKELEVEL))
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

Q := $(if $(V),,@)
# Say what is being built, but not under 'make -s'.
say = $(if $(findstring s,$(firstword -$(MAKEFLAGS))),@:,@echo '  $(1)' >&2)

.PHONY: all deps deps-build deps-test solve bench check check-long \
	check-threads sanitize tsan \
	warnings compile-all format install uninstall clean help FORCE
.DELETE_ON_ERROR:

all: $(program)

help:
	@echo 'make              build $(program)'
	@echo 'make solve        build, then score the positions on stdin'
	@echo 'make bench        build, then run the test protocol'
	@echo 'make check        run the tests (under 3 minutes)'
	@echo 'make check-long   and those that take longer'
	@echo 'make sanitize     the tests under ASan and UBSan'
	@echo 'make tsan         those about threads under TSan'
	@echo 'make warnings     compile with gcc and clang, warnings being errors'
	@echo 'make deps         install what building and testing need'
	@echo 'make format       run clang-format over the sources'
	@echo 'make install      to $$(DESTDIR)$$(PREFIX); PREFIX is $(PREFIX)'
	@echo 'make uninstall    remove what install put there'
	@echo 'make clean        remove $(BUILD)/'

# ------------------------------------------------------------------ building

# Rewritten only when the settings change, so changing a flag rebuilds.
$(BUILD)/settings: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(compile) $(LDFLAGS) $(LDLIBS))' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(BUILD)/%.o: %.c $(BUILD)/settings | deps-build
	@mkdir -p $(@D)
	$(call say,CC $@)
	$(Q)$(compile) -c -o $@ $<

# $(call search_rules,FOLDER,ISA,FLAGS)
define search_rules
$(1)/$(2)/%.o: %.c $(BUILD)/settings | deps-build
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(compile) $(3) -DVARIANT=$(2) $$(isa_flags_$(2)) -c -o $$@ $$<
endef
$(foreach isa,$(isas),$(eval $(call search_rules,$(BUILD),$(isa))))

$(program): $(program_objects)
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lprimesieve -ljansson $(LDLIBS)

-include $(program_objects:.o=.d)

# ------------------------------------------------------------------- running

solve: $(program)
	@$(program) solve

bench: $(program)
	@$(program) bench

# ------------------------------------------------------------------- testing

# The same sources, library and tests alike, once for each board, with the
# library's assertions.
board_flags = -UNDEBUG -DBOARD_WIDTH=$(word 1,$(subst x, ,$(1))) \
	-DBOARD_HEIGHT=$(word 2,$(subst x, ,$(1)))

define board_rules
$(BUILD)/board-$(1)/%.o: %.c $(BUILD)/settings | deps-test
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(compile) $$(call board_flags,$(1)) -c -o $$@ $$<

$(foreach isa,$(isas),
$(call search_rules,$(BUILD)/board-$(1),$(isa),$$(call board_flags,$(1))))

$(BUILD)/board-$(1)/test/test_%: $(BUILD)/board-$(1)/test/test_%.o \
		$(call objects,$(BUILD)/board-$(1),$(library_sources) $(fixtures:%=%.c)) \
		$(call search_objects,$(BUILD)/board-$(1))
	$$(call say,LD $$@)
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ -lcmocka -lprimesieve $$(LDLIBS)
endef
$(foreach board,$(test_boards) 4x8,$(eval $(call board_rules,$(board))))

.SECONDARY:
-include $(wildcard $(BUILD)/board-*/*/*.d $(BUILD)/board-*/*/*/*.d)

bats_tests := test/symbols.bats test/cli.bats test/threads.bats

check: $(program) $(unit_tests) | deps-test
	@FOURSCORE='$(abspath $(program))' test/run $(unit_tests) $(bats_tests)

check-long: $(program) $(unit_tests) | deps-test
	@FOURSCORE='$(abspath $(program))' FOURSCORE_LONG=1 test/run \
		$(unit_tests) $(bats_tests) test/long.bats

# The usual board, small ones of even and of odd height, and the widest key.
sanitize:
	$(Q)$(MAKE) check BUILD=$(BUILD)/sanitize \
		test_boards='7x6 4x4 5x5 8x8' CFLAGS='-O1 -g \
		-fsanitize=address,undefined -fno-sanitize-recover=all \
		-fno-omit-frame-pointer'

# What threads do, on a short load.
tsan:
	$(Q)$(MAKE) check-threads BUILD=$(BUILD)/tsan CFLAGS='-O1 -g \
		-fsanitize=thread -fno-omit-frame-pointer'

check-threads: $(program) $(BUILD)/board-7x6/test/test_tt \
		$(BUILD)/board-7x6/test/test_threads | deps-test
	@FOURSCORE='$(abspath $(program))' FOURSCORE_SHORT=1 \
		TSAN_OPTIONS="halt_on_error=1 \
		report_thread_leaks=0 atexit_sleep_ms=0" test/run \
		$(BUILD)/board-7x6/test/test_tt $(BUILD)/board-7x6/test/test_threads \
		test/threads.bats

warnings:
	$(Q)$(MAKE) compile-all BUILD=$(BUILD)/gcc CC=gcc CFLAGS='-O3 -Werror' \
		test_boards='7x6 5x5 8x8'
	$(Q)$(MAKE) compile-all BUILD=$(BUILD)/clang CC=clang \
		test_boards='7x6 5x5 8x8' CFLAGS='-O3 -Werror'
	$(Q)$(MAKE) all BUILD=$(BUILD)/clang CC=clang CFLAGS='-O3 -DNDEBUG -Werror'
	$(Q)$(foreach source,$(search_sources),$(compile) -Werror -DVARIANT=baseline \
		-U__SSE2__ -fsyntax-only $(source) &&) :

compile-all: $(program) $(unit_tests)

# ---------------------------------------------------------------- installing

install: $(program)
	install -D -m 755 $(program) '$(DESTDIR)$(PREFIX)/bin/fourscore'
	install -D -m 644 man/fourscore.1 \
		'$(DESTDIR)$(PREFIX)/share/man/man1/fourscore.1'
	install -d '$(DESTDIR)$(DATADIR)'
	install -m 644 testsets/*.txt '$(DESTDIR)$(DATADIR)'

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/fourscore'
	rm -f '$(DESTDIR)$(PREFIX)/share/man/man1/fourscore.1'
	rm -f $(foreach set,$(wildcard testsets/*.txt),\
		'$(DESTDIR)$(DATADIR)/$(notdir $(set))')
	-rmdir '$(DESTDIR)$(DATADIR)' 2>/dev/null

# ----------------------------------------------------------------- packages

deps: deps-build deps-test

# Where dpkg knows of all of them, or there is no dpkg to ask, nothing happens.
define need_packages
	@missing=; \
	if command -v dpkg-query >/dev/null; then \
		for package in $(1); do \
			dpkg-query -W -f '$${Status}' $$package 2>/dev/null | \
				grep -q ' installed$$' || missing="$$missing $$package"; \
		done; \
	fi; \
	test -z "$$missing" && exit 0; \
	if test "$$(id -u)" = 0; then sudo=; \
	elif sudo -n true 2>/dev/null; then sudo='sudo -n'; \
	else \
		echo "These packages are missing; please run:" >&2; \
		echo "  sudo apt-get install -y$$missing" >&2; exit 1; \
	fi; \
	echo "Installing$$missing" >&2; \
	export DEBIAN_FRONTEND=noninteractive; \
	{ $$sudo apt-get update -q && \
	  $$sudo apt-get install -qy $$missing; } </dev/null >&2
endef

deps-build:
	$(call need_packages,$(build_packages))

deps-test: | deps-build
	$(call need_packages,$(test_packages))

format:
	clang-format -i $(wildcard */*.[ch])

clean:
	rm -rf '$(BUILD)'

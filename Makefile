# Fourscore.  'make help' lists the targets.

CC      ?= cc
AR      ?= ar
OBJCOPY ?= objcopy
BUILD   := build
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share/fourscore
# Where the system's Python looks below PREFIX.
PYTHONDIR ?= $(PREFIX)/lib/$(python)/dist-packages
python = $(if $(filter /usr,$(PREFIX)),python3,$(shell python3 -c \
	'import sys; print("python%d.%d" % sys.version_info[:2])' || echo python3))

# What Debian builds its packages with, where the compiler has it.
hardening := $(shell for flag in -fstack-protector-strong \
	-fstack-clash-protection -fcf-protection; do \
	$(CC) -Werror $$flag -E -x c /dev/null >/dev/null 2>&1 && echo $$flag; \
	done) -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
CFLAGS  ?= -O3 -g -DNDEBUG $(hardening)
# What engines are compiled without, unless the user asks for it.
ifeq ($(origin CFLAGS),file)
not_for_engines := $(hardening)
other_board_flags := -g0 -O1
endif
LDFLAGS ?= -Wl,-z,relro,-z,now

# Ours first, the user's last, so that the user's flags win.
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wno-psabi \
	-Wformat -Werror=format-security
override CFLAGS := -std=c11 -pthread -fPIC -fvisibility=hidden \
	'-ffile-prefix-map=$(CURDIR)=.' $(warnings) $(CFLAGS)
override CPPFLAGS := -I. -D_GNU_SOURCE -MMD -MP $(CPPFLAGS)
compile = $(CC) $(CPPFLAGS) $(CFLAGS)

# Packages by what a build and a test run call; 'make deps' installs them.
build_packages := gcc libc6-dev libprimesieve-dev libjansson-dev zlib1g-dev
test_packages  := libcmocka-dev bats g++ pkg-config python3 parallel zsh
lint_packages  := clang clang-tidy cppcheck clang-format mandoc
arm64_packages := gcc-aarch64-linux-gnu qemu-user libprimesieve-dev:arm64 \
	libcmocka-dev:arm64 libjansson-dev:arm64 zlib1g-dev:arm64

# Every width and height from 1 to 12 whose keys have at most 127 bits.  The
# engines are compiled once for each board; for the usual ones once more for
# every instruction set, and with full optimisation.
sizes  := 1 2 3 4 5 6 7 8 9 10 11 12
BOARDS ?= $(shell for w in $(sizes); do for h in $(sizes); do \
	test $$((w * (h + 1))) -gt 127 || echo $${w}x$$h; done; done)
optimised_boards := 7x6 5x5 6x5 6x6 7x7 8x7 8x8 9x7 10x7

isas := baseline
# Each from the bottom up, so that a -march in CFLAGS does not change it.
isa_flags_baseline :=
ifneq (,$(findstring x86_64,$(shell $(CC) -dumpmachine)))
isas := avx512 avx2 baseline
isa_flags_baseline := -march=x86-64
isa_flags_avx2   := -march=x86-64 -mavx2 -mbmi -mbmi2 -mpopcnt
isa_flags_avx512 := $(isa_flags_avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl
endif
isas_of = $(if $(filter $(1),$(optimised_boards)),$(isas),baseline)

# Those, and the tables, which are compiled once for each width of what they
# store of a key, have rules of their own.
engine_sources := $(wildcard solver/fast.c solver/tutorial_*.c solver/engines.c)
table_sources  := tt/table.c tt/buckets.c
key_bits       := 49 81 127
common_sources := $(filter-out $(engine_sources) $(table_sources),\
	$(wildcard bitboard/*.c tt/*.c book/*.c solver/*.c))
program_sources := $(wildcard tools/*.c)

version := $(shell sed -n 's/^\#define FOURSCORE_VERSION "\(.*\)"/\1/p' lib/fourscore.h)
soname  := libfourscore.so.0

# $(call objects,FOLDER,SOURCES), $(call library_objects,FOLDER,BOARDS)
objects         = $(patsubst %.c,$(1)/%.o,$(2))
engine_sets     = $(foreach board,$(1),\
	$(foreach isa,$(call isas_of,$(board)),$(board)_$(isa)))
library_objects = $(call objects,$(1),$(common_sources)) \
	$(foreach bits,$(key_bits),$(call objects,$(1)/keys$(bits),$(table_sources))) \
	$(patsubst %,$(1)/engines/%.o,$(call engine_sets,$(2)))

program         := $(BUILD)/fourscore
program_objects := $(call objects,$(BUILD),$(program_sources)) \
	$(call library_objects,$(BUILD),$(BOARDS))

static_library := $(BUILD)/libfourscore.a
shared_library := $(BUILD)/libfourscore.so.$(version)
shared_links   := $(BUILD)/$(soname) $(BUILD)/libfourscore.so
public_objects := $(BUILD)/lib/fourscore.o $(call library_objects,$(BUILD),$(BOARDS))

# The unit tests run against a library with assertions, for a few boards: the
# usual one, small ones, tall ones, one of 64 bits exactly, and wider keys.
test_boards  ?= 7x6 1x1 2x3 3x3 4x4 5x4 5x5 6x5 4x8 8x7 8x8 9x7 10x11 12x9
# Tests want these for what is known of them.
known_boards := 7x6 4x4 4x5 4x6 4x7 5x4 5x5 5x6 6x4 6x5 7x4
# Boards for which the static proofs are held against minimax.
proof_boards ?= 7x6 4x4 5x4 5x5 6x5 4x8 9x7
checked      := $(BUILD)/checked
checked_boards := $(sort $(test_boards) $(known_boards))
unit_tests   := $(foreach name,bitboard solver,$(foreach board,$(test_boards),\
	$(checked)/test/test_$(name):$(board))) \
	$(foreach board,$(filter 7x6 4x4,$(test_boards)),\
	$(BUILD)/board-$(board)/test/test_confusion) \
	$(foreach board,$(proof_boards),$(BUILD)/board-$(board)/test/test_proof) \
	$(foreach bits,$(key_bits),$(checked)/keys$(bits)/test/test_tt) \
	$(checked)/test/test_sizing $(checked)/test/test_magic \
	$(checked)/test/test_cells $(checked)/test/test_book \
	$(checked)/test/test_threads \
	$(BUILD)/test/test_library
test_programs := $(sort $(foreach test,$(unit_tests),$(firstword $(subst :, ,$(test)))))

# One job per processor, unless the caller says otherwise.
ifeq (0,$(MAKELEVEL))
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

Q := $(if $(V),,@)
# Say what is being built, but not under 'make -s'.
say = $(if $(findstring s,$(firstword -$(MAKEFLAGS))),@:,@echo '  $(1)' >&2)

.PHONY: all solve bench measure-lookup help FORCE
.PHONY: check check-long check-threads check-unit check-valgrind check-compilers
.PHONY: check-arm64 sanitize tsan coverage reproducible fuzz fuzz-run
.PHONY: lint warnings compile-all format install uninstall clean
.PHONY: deps deps-build deps-test deps-lint deps-arm64
.DELETE_ON_ERROR:

all: $(program) $(static_library) $(shared_links)

help:
	@echo 'make              build $(program) and libfourscore'
	@echo 'make solve        build, then score the positions on stdin'
	@echo 'make bench        build, then run the test protocol'
	@echo 'make measure-lookup   time a look-up in the book'
	@echo 'make check        run the tests (under 3 minutes)'
	@echo 'make check-long   and those that take longer'
	@echo 'make sanitize     the tests under ASan and UBSan'
	@echo 'make tsan         those about threads under TSan'
	@echo 'make warnings     compile with gcc and clang, warnings being errors'
	@echo 'make lint         clang-format, clang-tidy, cppcheck, -fanalyzer, mandoc'
	@echo 'make fuzz         every fuzz target for FUZZ_SECONDS=$(FUZZ_SECONDS)'
	@echo 'make coverage     which lines the tests execute'
	@echo 'make check-valgrind   the unit tests under valgrind'
	@echo 'make check-compilers  the tests with clang and with -O0'
	@echo 'make check-arm64      the unit tests in an emulated arm64'
	@echo 'make reproducible     build twice, compare'
	@echo 'make deps         install what building and testing need'
	@echo 'make format       run clang-format over the sources'
	@echo 'make install      to $$(DESTDIR)$$(PREFIX); PREFIX is $(PREFIX)'
	@echo 'make uninstall    remove what install put there'
	@echo 'make clean        remove $(BUILD)/'

# ------------------------------------------------------------------ building

# Rewritten only when the settings change, so changing a flag rebuilds.
$(BUILD)/settings: FORCE
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(compile) $(LDFLAGS) $(LDLIBS) $(BOARDS))' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# $(call library_rules,FOLDER,BOARDS,FLAGS)
define library_rules
$(1)/%.o: %.c $(BUILD)/settings | deps-build
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(compile) -I$(1) $(3) -c -o $$@ $$<

$(foreach bits,$(key_bits),
$(1)/keys$(bits)/%.o: %.c $(BUILD)/settings | deps-build
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(compile) $(3) -DTT_KEY_BITS=$(bits) -c -o $$@ $$<
)
$(foreach board,$(2),$(foreach isa,$(call isas_of,$(board)),
$(1)/engines/$(board)_$(isa).o: solver/engines.c $(BUILD)/settings | deps-build
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(filter-out $$(not_for_engines),$$(compile)) $(3) \
		$$(call board_flags,$(board)) -DISA=$(isa) $$(isa_flags_$(isa)) \
		$(if $(filter $(board),$(optimised_boards)),,$(other_board_flags)) -c -o $$@ $$<
))
# Which engines there are, the best instruction set of a board first.
$(1)/engine_sets.inc: $(BUILD)/settings
	@mkdir -p $$(@D)
	@printf 'ENGINE_SET(%s)\n' $(call engine_sets,$(2)) >$$@
$(1)/solver/engine_sets.o: $(1)/engine_sets.inc
endef

# The engines take no input but numbers, and the time that hardening costs.  Most
# boards are there to be had: -O1 takes half of the time to compile, and the
# engines a quarter more.
board_flags = -DBOARD_WIDTH=$(word 1,$(subst x, ,$(1))) \
	-DBOARD_HEIGHT=$(word 2,$(subst x, ,$(1)))
$(eval $(call library_rules,$(BUILD),$(BOARDS)))

# The book that is part of the program.
$(BUILD)/book/builtin.o $(checked)/book/builtin.o: book/7x6.book

# Where 'make install' puts the test sets, for the one file that looks there.
$(BUILD)/datadir.inc: FORCE
	@mkdir -p $(@D)
	@echo '#define DATADIR "$(DATADIR)"' >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(BUILD)/tools/cmd_bench.o: $(BUILD)/datadir.inc

$(program): $(program_objects)
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) -pie $(LDFLAGS) -o $@ $^ -lprimesieve -ljansson -lz $(LDLIBS)

# One object, whose only names are those of the public header.
$(static_library): $(public_objects)
	$(call say,AR $@)
	$(Q)$(LD) -r -o $(BUILD)/libfourscore.o $^
	$(Q)$(OBJCOPY) --localize-hidden $(BUILD)/libfourscore.o
	$(Q)rm -f $@ && $(AR) rcsD $@ $(BUILD)/libfourscore.o

$(shared_library): $(public_objects) lib/fourscore.map
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(soname) \
		-Wl,--version-script=lib/fourscore.map -Wl,--no-undefined -o $@ \
		$(filter %.o,$^) -lprimesieve -lz $(LDLIBS)

$(shared_links): $(shared_library)
	$(Q)ln -sf $(<F) $@

-include $(program_objects:.o=.d) $(BUILD)/lib/fourscore.d

# ------------------------------------------------------------------- running

solve: $(program)
	@$(program) solve

bench: $(program)
	@$(program) bench

# How long a look-up in the book takes, by its index and by other means.
measure-lookup: $(BUILD)/test/measure_lookup
	@$<

$(BUILD)/test/measure_lookup: $(BUILD)/test/measure_lookup.o \
		$(call library_objects,$(BUILD),$(BOARDS))
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lprimesieve -lz $(LDLIBS)

# ------------------------------------------------------------------- testing

# The library with its assertions, for any of the boards.
$(eval $(call library_rules,$(checked),$(checked_boards),-UNDEBUG))

fixture := test/reference.c
link_test = $(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka -lprimesieve -lz $(LDLIBS)

$(checked)/test/test_%: $(checked)/test/test_%.o \
		$(call objects,$(checked),$(fixture)) \
		$(call library_objects,$(checked),$(checked_boards)) | deps-test
	$(call say,LD $@)
	$(link_test)

$(foreach bits,$(key_bits),$(checked)/keys$(bits)/test/test_tt): \
		%/test/test_tt: %/test/test_tt.o $(call objects,$(checked),$(fixture)) \
		$(call library_objects,$(checked),$(checked_boards)) | deps-test
	$(call say,LD $@)
	$(link_test)

$(BUILD)/test/test_library: $(BUILD)/test/test_library.o $(shared_links) | deps-test
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -L$(BUILD) -lfourscore \
		-Wl,-rpath,$(abspath $(BUILD)) -lcmocka $(LDLIBS)

# Tests of what is inside of the engines are compiled as those are.
define board_rules
$(BUILD)/board-$(1)/test/%.o: test/%.c $(BUILD)/settings | deps-test
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(compile) -UNDEBUG $$(call board_flags,$(1)) \
		-DISA=baseline -c -o $$@ $$<

$(BUILD)/board-$(1)/test/test_%: $(BUILD)/board-$(1)/test/test_%.o \
		$(call objects,$(BUILD)/board-$(1),$(fixture)) \
		$(call library_objects,$(checked),$(checked_boards))
	$$(call say,LD $$@)
	$$(link_test)
endef
$(foreach board,$(sort $(test_boards) $(proof_boards)),$(eval $(call board_rules,$(board))))

.SECONDARY:
-include $(wildcard $(checked)/*/*.d $(checked)/*/*/*.d $(BUILD)/board-*/*/*.d)

bats_tests := test/symbols.bats test/cli.bats test/check.bats test/output.bats \
	test/docs.bats test/boards.bats \
	test/magic.bats test/book.bats test/farm.bats test/install.bats test/threads.bats

check: all $(test_programs) | deps-test
	@FOURSCORE='$(abspath $(program))' test/run $(unit_tests) $(bats_tests)

check-long: all $(test_programs) | deps-test
	@FOURSCORE='$(abspath $(program))' FOURSCORE_LONG=1 test/run \
		$(unit_tests) $(bats_tests) test/long.bats

# One board of each kind of key, to compile.
fewer := BOARDS='7x6 8x8 10x11' test_boards='7x6 8x8' proof_boards='7x6 8x8' \
	known_boards=

# A few boards are enough for another compiler or a slow run: the usual one,
# small ones, of even and odd height, and one of each width of keys.
few := BOARDS='7x6 4x4 4x5 5x4 5x5 6x4 8x8 9x7 10x11' \
	test_boards='7x6 4x4 5x5 8x8 10x11' proof_boards='7x6 4x4 8x8'

# With a twentieth of the random positions, and without what is a matter of
# scripts; one board of each kind of lanes.
sanitize:
	$(Q)$(MAKE) check BUILD=$(BUILD)/sanitize $(few) FOURSCORE_SHORT=1 \
		optimised_boards='7x6 9x7' proof_boards=7x6 \
		bats_tests='$(filter-out test/farm.bats,$(bats_tests))' \
		CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' LDFLAGS=

check-compilers:
	$(Q)$(MAKE) check BUILD=$(BUILD)/clang-check $(few) CC=clang
	$(Q)$(MAKE) check BUILD=$(BUILD)/O0 $(few) CFLAGS='-O0 -g'

# Without AVX-512, which valgrind does not know.
check-valgrind:
	$(Q)$(MAKE) check-unit BUILD=$(BUILD)/valgrind $(few) $(brief) \
		CFLAGS='-O1 -g' \
		TEST_WRAPPER='valgrind -q --error-exitcode=9 --leak-check=full' \
		FOURSCORE_ISA=avx2

# For slow machines.
brief := test_boards='7x6 4x4 8x8 10x11' proof_boards=4x4

# The unit tests alone, briefly.
check-unit: $(test_programs) | deps-test
	@FOURSCORE_SHORT=1 TEST_WRAPPER='$(TEST_WRAPPER)' test/run $(unit_tests)

# What threads do, on a short load.
tsan:
	$(Q)$(MAKE) check-threads BUILD=$(BUILD)/tsan BOARDS='7x6 4x4' \
		CFLAGS='-O1 -g -fsanitize=thread -fno-omit-frame-pointer' LDFLAGS=

thread_tests := $(checked)/keys49/test/test_tt $(checked)/test/test_threads
check-threads: $(program) $(thread_tests) | deps-test
	@FOURSCORE='$(abspath $(program))' FOURSCORE_SHORT=1 \
		TSAN_OPTIONS="halt_on_error=1 \
		report_thread_leaks=0 atexit_sleep_ms=0" test/run \
		$(thread_tests) test/threads.bats

warnings:
	$(Q)$(MAKE) compile-all BUILD=$(BUILD)/gcc CC=gcc $(fewer) CFLAGS='-O2 -Werror'
	$(Q)$(MAKE) compile-all BUILD=$(BUILD)/clang CC=clang $(fewer) CFLAGS='-O2 -Werror'
	$(Q)$(MAKE) all BUILD=$(BUILD)/clang CC=clang BOARDS='7x6 4x4' \
		CFLAGS='-O3 -DNDEBUG -Werror'
	$(Q)$(foreach board,7x6 8x8,$(compile) -Werror $(call board_flags,$(board)) \
		-DISA=baseline -U__SSE2__ -fsyntax-only solver/engines.c &&) :

compile-all: all $(test_programs)

# The same sources give the same files, wherever they lie.
reproducible:
	$(Q)rm -rf $(BUILD)/reproducible
	$(Q)for copy in one the-other; do \
		mkdir -p $(BUILD)/reproducible/$$copy && \
		tar -c --exclude='./$(BUILD)' --exclude=./.git . | \
			tar -x -C $(BUILD)/reproducible/$$copy && \
		$(MAKE) -C $(BUILD)/reproducible/$$copy all BUILD=build \
			BOARDS='7x6 4x4 12x9' || exit 1; \
	done
	@cd $(BUILD)/reproducible && for file in fourscore libfourscore.a \
		libfourscore.so.$(version); do \
		cmp one/build/$$file the-other/build/$$file || exit 1; \
	done && echo reproducible

coverage:
	$(Q)find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null || :
	$(Q)$(MAKE) check BUILD=$(BUILD)/coverage $(few) CFLAGS='-O1 -g --coverage' \
		bats_tests='$(filter-out test/install.bats,$(bats_tests))'
	@test/coverage 95 $(BUILD)/coverage

# ------------------------------------------------------------------ analysis

# Each source with the flags that its objects have.
analysed_flags = -std=c11 -D_GNU_SOURCE -I. -I$(BUILD) -Wno-psabi \
	$(if $(filter solver/engines.c test/test_proof.c test/test_confusion.c,$(1)),\
	$(call board_flags,$(or $(2),7x6)) -DISA=baseline) \
	$(if $(filter $(table_sources) test/test_tt.c,$(1)),-DTT_KEY_BITS=$(or $(2),49))
engine_tests := test/test_proof.c test/test_confusion.c
analysed := $(common_sources) $(table_sources) solver/engines.c lib/fourscore.c \
	$(program_sources)
tests_analysed := $(wildcard test/*.c test/fuzz/*.c) docs/examples/scores.c

define tidy_rule
.PHONY: tidy-$(1)
tidy-$(1): $(BUILD)/engine_sets.inc $(BUILD)/datadir.inc | deps-lint
	$(Q)clang-tidy --quiet $(2) $(1) -- $$(call analysed_flags,$(1)) -Ilib \
		2>/dev/null

endef
$(foreach source,$(analysed),$(eval $(call tidy_rule,$(source),)))
# The analyzer takes cmocka's assertions for functions that return.
$(foreach source,$(tests_analysed),\
	$(eval $(call tidy_rule,$(source),--checks=-clang-analyzer-*)))

cppcheck := cppcheck --quiet --enable=warning,performance,portability \
	--inline-suppr --error-exitcode=1 --std=c11 --library=posix,gnu -I. \
	-I$(BUILD) -D_GNU_SOURCE -D__SSE2__ -DISA=baseline

lint: $(analysed:%=tidy-%) $(tests_analysed:%=tidy-%) analyse | deps-lint
	$(Q)clang-format --dry-run --Werror $(wildcard */*.[ch] */*/*.[ch])
	$(Q)mandoc -T lint -W warning man/*.[135]
	$(Q)$(cppcheck) -DTT_KEY_BITS=49 $(filter-out solver/engines.c,$(analysed)) \
		$(filter-out $(engine_tests),$(wildcard test/*.c test/fuzz/*.c))
	$(Q)$(cppcheck) -DTT_KEY_BITS=127 $(table_sources)
	$(Q)$(cppcheck) $(call board_flags,7x6) solver/engines.c $(engine_tests)
	$(Q)$(cppcheck) $(call board_flags,8x8) solver/engines.c

# The same for wide keys, in numbers of 128 bits and in vectors.  What a loop
# stored in all parts of a union is for gcc not initialised, one by one.
analyse-wide: $(BUILD)/engine_sets.inc | deps-lint
	$(Q)for flags in -mno-avx2 -mavx2; do \
		clang-tidy --quiet solver/engines.c -- \
			$(call analysed_flags,solver/engines.c,9x7) $$flags 2>/dev/null && \
		gcc $(call analysed_flags,solver/engines.c,9x7) $$flags \
			-Wno-analyzer-use-of-uninitialized-value $(analyser) \
			solver/engines.c || exit 1; \
	done
	$(Q)for source in $(table_sources); do \
		gcc $(call analysed_flags,tt/table.c,127) $(analyser) $$source || exit 1; \
	done

# gcc's analyzer takes a vector for a number of one byte, and warns of shifts.
analyser := -O1 -DNDEBUG -fanalyzer -Werror -Wno-analyzer-shift-count-overflow \
	-c -o /dev/null
analyse: $(analysed:%=analyse-%) analyse-wide
$(analysed:%=analyse-%): analyse-%: $(BUILD)/engine_sets.inc \
		$(BUILD)/datadir.inc | deps-build
	$(Q)gcc $(call analysed_flags,$*) $(analyser) $*
.PHONY: analyse analyse-wide $(analysed:%=analyse-%)

# ------------------------------------------------------------------- fuzzing

# With libFuzzer, so with clang, under ASan and UBSan, with assertions.
FUZZ_SECONDS ?= 10
fuzz_boards  := 4x4 5x4 4x5 5x5 6x4 7x6 8x8
fuzz_targets := $(patsubst %.c,$(BUILD)/%,$(wildcard test/fuzz/fuzz_*.c))

fuzz: | deps-lint
	$(Q)$(MAKE) fuzz-run BUILD=$(BUILD)/fuzzed CC=clang BOARDS='$(fuzz_boards)' \
		CFLAGS='-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' LDFLAGS=

fuzz-run: $(fuzz_targets)
	@test/fuzz/run $(FUZZ_SECONDS) $^

$(fuzz_targets): %: %.o $(filter-out $(BUILD)/tools/main.o,$(program_objects))
	$(call say,LD $@)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ \
		-lprimesieve -ljansson -lz $(LDLIBS)

-include $(fuzz_targets:=.d)

# ------------------------------------------------------------ another machine

# Debian's cross compiler and emulator.  The scores and node counts are those of
# this machine.
check-arm64: | deps-arm64
	$(Q)$(MAKE) check-unit $(BUILD)/arm64/fourscore BUILD=$(BUILD)/arm64 \
		CC=aarch64-linux-gnu-gcc LD=aarch64-linux-gnu-ld OBJCOPY=aarch64-linux-gnu-objcopy \
		AR=aarch64-linux-gnu-ar $(few) $(brief) CFLAGS='-O2 -g' \
		TEST_WRAPPER='qemu-aarch64 -L /'
	$(Q)$(MAKE) $(program)
	@test/same-nodes $(program) \
		qemu-aarch64 -L / $(BUILD)/arm64/fourscore

# ---------------------------------------------------------------- installing

# What goes where, but for the library's links and the pkg-config file.
installed = '$(DESTDIR)$(PREFIX)/bin/fourscore' \
	$(patsubst %,'$(DESTDIR)$(PREFIX)/share/man/man1/%',$(notdir $(wildcard man/*.1))) \
	'$(DESTDIR)$(PREFIX)/share/man/man3/fourscore.3' \
	'$(DESTDIR)$(PREFIX)/share/man/man5/fourscore-book.5' \
	'$(DESTDIR)$(PREFIX)/include/fourscore.h' \
	$(patsubst %,'$(DESTDIR)$(LIBDIR)/%',libfourscore.a libfourscore.so \
	$(soname) libfourscore.so.$(version) pkgconfig/fourscore.pc) \
	$(patsubst %,'$(DESTDIR)$(DATADIR)/%',$(notdir $(wildcard testsets/*.txt)) \
	7x6-10.book book-farm book-farm.slurm) \
	'$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fourscore' \
	'$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fourscore' \
	'$(DESTDIR)$(PYTHONDIR)/fourscore.py'

# What install makes of them is listed, for uninstall to remove.
folders = $(DESTDIR)$(DATADIR)/folders

install: all
	list=$$(for file in $(installed); do \
		folder=$$(dirname "$$file"); \
		until test -d "$$folder" -o "$$folder" = '$(DESTDIR)'; do \
			printf '%s\n' "$${folder#'$(DESTDIR)'}"; \
			folder=$$(dirname "$$folder"); \
		done; \
	done) && \
	install -d '$(DESTDIR)$(DATADIR)' && touch '$(folders)' && \
	printf '%s\n' "$$list" | sort -ru - '$(folders)' -o '$(folders)'
	install -D -m 755 $(program) '$(DESTDIR)$(PREFIX)/bin/fourscore'
	install -d '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(LIBDIR)/pkgconfig'
	install -m 644 man/*.1 '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -D -m 644 man/fourscore.3 \
		'$(DESTDIR)$(PREFIX)/share/man/man3/fourscore.3'
	install -D -m 644 man/fourscore-book.5 \
		'$(DESTDIR)$(PREFIX)/share/man/man5/fourscore-book.5'
	install -D -m 644 lib/fourscore.h '$(DESTDIR)$(PREFIX)/include/fourscore.h'
	install -m 644 $(static_library) $(shared_library) '$(DESTDIR)$(LIBDIR)'
	ln -sf $(notdir $(shared_library)) '$(DESTDIR)$(LIBDIR)/$(soname)'
	ln -sf $(soname) '$(DESTDIR)$(LIBDIR)/libfourscore.so'
	{ echo 'prefix=$(PREFIX)' && \
		echo 'libdir=$(subst $(PREFIX)/,$${prefix}/,$(LIBDIR))' && \
		echo 'version=$(version)' && cat lib/fourscore.pc.in; } \
		>'$(DESTDIR)$(LIBDIR)/pkgconfig/fourscore.pc'
	install -m 644 testsets/*.txt book/7x6-10.book '$(DESTDIR)$(DATADIR)'
	install -m 755 tools/book-farm tools/book-farm.slurm '$(DESTDIR)$(DATADIR)'
	install -D -m 644 completion/fourscore.bash \
		'$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fourscore'
	install -D -m 644 completion/_fourscore \
		'$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_fourscore'
	install -D -m 644 python/fourscore.py '$(DESTDIR)$(PYTHONDIR)/fourscore.py'

uninstall:
	rm -f $(installed)
	rm -f '$(DESTDIR)$(PYTHONDIR)'/__pycache__/fourscore.*.pyc
	rmdir '$(DESTDIR)$(PYTHONDIR)/__pycache__' 2>/dev/null || :
	if test -e '$(folders)'; then \
		list=$$(cat '$(folders)'); \
		rm '$(folders)'; \
		printf '%s\n' "$$list" | while IFS= read -r folder; do \
			test -z "$$folder" || rmdir '$(DESTDIR)'"$$folder" 2>/dev/null || :; \
		done; \
	fi

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

deps-lint: | deps-build
	$(call need_packages,$(test_packages) $(lint_packages))

deps-arm64:
	$(Q)dpkg --print-foreign-architectures | grep -q arm64 || \
		dpkg --add-architecture arm64 || { \
		echo 'Please run: sudo dpkg --add-architecture arm64' >&2; exit 1; }
	$(call need_packages,$(arm64_packages))

format:
	clang-format -i $(wildcard */*.[ch] */*/*.[ch])

clean:
	rm -rf '$(BUILD)'

# Fourscore.  'make help' lists the targets.

CC      ?= cc
AR      ?= ar
OBJCOPY ?= objcopy
BUILD   := build
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DATADIR ?= $(PREFIX)/share/fourscore
PYTHON  ?= python3
# Where Python looks below PREFIX, or would; found out once, when it is needed.  Nothing
# without Python.
PYTHONDIR ?= $(python_folder)
python_folder = $(eval python_folder := $(shell command -v $(call quote,$(PYTHON)) >/dev/null && \
	$(call quote,$(PYTHON)) -c $(call quote,$(find_folder)) $(call quote,$(PREFIX))))$(python_folder)
find_folder = import site, sys, sysconfig; prefix = sys.argv[1]; \
	looks = [folder for folder in site.getsitepackages() if folder.startswith(f"{prefix}/lib/")]; \
	would = sysconfig.get_path("purelib", "posix_prefix", {"base": prefix, "installed_base": prefix}); \
	print((looks or [would])[0])

# The flags that Debian builds its packages with, as far as the compiler has them.
hardening := $(shell has() { $(CC) -Werror "$$@" -E -x c /dev/null >/dev/null 2>&1 && echo "$$@"; }; \
	set -- -fstack-protector-strong -fstack-clash-protection -fcf-protection; \
	has "$$@" || for flag; do has $$flag; done) -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
version := $(shell sed -n 's/^\#define FOURSCORE_VERSION "\(.*\)"/\1/p' lib/fourscore.h)

CFLAGS  ?= -O3 -g -DNDEBUG $(hardening)
LDFLAGS ?= $(platform_ldflags)

include mk/platform.mk

# $(call quote,TEXT): TEXT as one word of the shell.
quote = '$(subst ','\'',$(1))'

# The user's flags come last, so that they win.  With WERROR=1 a warning is an error.
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wno-psabi \
	-Wformat -Werror=format-security $(if $(filter 1,$(WERROR)),-Werror)
flags   := -I. -I$(BUILD) $(if $(STANDALONE),-DSTANDALONE) -D_GNU_SOURCE $(platform_flags) \
	$(CPPFLAGS) -std=c11 $(threads) -fPIC -fvisibility=hidden \
	$(call quote,-ffile-prefix-map=$(CURDIR)=.) $(warnings)
compile := $(CC) -MMD -MP $(flags) $(CFLAGS)
link    := $(CC) $(threads) $(CFLAGS) $(LDFLAGS)

# 'make STANDALONE=1' replaces libprimesieve and zlib; the program then has no server.
alone_sources := tt/sizing.c book/checksum.c
core_libraries := $(if $(STANDALONE),,-lprimesieve -lz) $(platform_libraries)
program_libraries := $(if $(STANDALONE),,-ljansson) -lm
server_libraries := $(program_libraries) -lmicrohttpd
portable_sources := $(filter-out $(engine_sources),\
	$(wildcard bitboard/*.c tt/*.c book/*.c solver/*.c proof/*.c))
common_sources := $(portable_sources) $(os_sources)
server_sources := $(wildcard tools/serve/*.c)
program_sources := $(program_os_sources) $(filter-out $(server_sources),\
	$(wildcard proof/make/*.c tools/*.c tools/*/*.c))
# What both programs have of tools/.
command_sources := $(patsubst %,tools/%.c,cli command lines monitor options output positions value)

library_sources := $(wildcard lib/*.c lib/*/*.c)

# $(call objects,FOLDER,SOURCES), $(call library_objects,FOLDER)
objects         = $(patsubst %.c,$(1)/%.o,$(2))
library_objects = $(call objects,$(1),$(common_sources)) $(call engine_objects,$(1))

program         := $(BUILD)/$(program_name)
# A program without libraries has no server.
server          := $(if $(STANDALONE),,$(BUILD)/fourscore-serve)
manual          := $(patsubst docs/man/%,$(BUILD)/man/%,$(filter-out \
	$(if $(STANDALONE),%/fourscore-serve.1),$(wildcard docs/man/*.[135])))
program_objects := $(call objects,$(BUILD),$(program_sources) $(library_sources)) \
	$(call library_objects,$(BUILD)) $(resources)

server_objects  := $(call objects,$(BUILD),$(server_sources) $(command_sources) $(program_os_sources) \
	$(library_sources)) $(call library_objects,$(BUILD))

static_library := $(BUILD)/libfourscore.a
shared_library := $(BUILD)/$(shared_name)
shared_links   := $(link_names:%=$(BUILD)/%)
public_objects := $(call objects,$(BUILD),$(library_sources)) $(call library_objects,$(BUILD))

# One job per processor, unless the caller says otherwise.
ifeq (0,$(MAKELEVEL))
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
MAKEFLAGS += --no-print-directory

Q := $(if $(V),,@)
# Print what is being built, but not under 'make -s'.
say = $(if $(findstring s,$(firstword -$(MAKEFLAGS))),@:,@echo '  $(1)' >&2)

.PHONY: all solve serve bench results tune tune-weights tune-lines help help-all FORCE
.PHONY: check check-all check-long run-tests install uninstall clean
.DELETE_ON_ERROR:

# For those who build with the library: pkg-config and CMake.
for_builders := $(addprefix $(BUILD)/,fourscore.pc fourscore-config.cmake fourscore-config-version.cmake)

# For systemd: the server, and its socket.
units := $(if $(STANDALONE),,$(if $(linux),$(BUILD)/fourscore.service packaging/fourscore.socket))

all: $(program) $(static_library) $(shared_links) $(for_builders) $(units) $(manual) ## build the program and libfourscore (the default)

# $(call targets,MARK): the lines 'TARGET: ... MARK TEXT' of all makefiles.
targets = @sed -n 's/^\([a-z0-9%-]*\):.* $(1) \(.*\)/make \1\t\2/p' Makefile mk/*.mk | expand -t 27
help: ### the targets that most people need
	$(call targets,##)
help-all: ## all targets
	$(call targets,\#\#\#*)

# ------------------------------------------------------------------ building

# $(call write_if_changed,TEXT): write the target, unless it holds TEXT already.
define write_if_changed
@mkdir -p $(@D)
@printf '%s\n' $(1) | cmp -s - $@ || printf '%s\n' $(1) >$@
endef

# When a setting changes, everything is built again.
$(BUILD)/settings: FORCE
	$(call write_if_changed,$(call quote,$(compile) $(LDFLAGS) $(core_libraries) $(LDLIBS)))

define compile_object
@mkdir -p $(@D)
$(call say,CC $@)
$(Q)$(compile) $(1) -c -o $@ $<
endef

$(BUILD)/%.o: %.c $(BUILD)/settings | need-build
	$(compile_object)

$(eval $(call engine_rules,$(BUILD)))

# The library that the unit tests test has assertions: it is the one of the program,
# unless that has none.
checked := $(BUILD)$(if $(findstring -DNDEBUG,$(CPPFLAGS) $(CFLAGS)),/checked)
ifneq ($(BUILD),$(checked))
$(checked)/%.o: %.c $(BUILD)/settings | need-build
	$(call compile_object,-UNDEBUG)
$(eval $(call engine_rules,$(checked),-UNDEBUG))
endif

# The bytes of the built-in book, and of the description of the server's interface,
# as numbers.
$(BUILD)/book/builtin.inc: book/7x6.book
$(BUILD)/tools/serve/openapi.inc: tools/serve/openapi.json
$(BUILD)/book/builtin.inc $(BUILD)/tools/serve/openapi.inc:
	@mkdir -p $(@D)
	$(Q)od -An -v -tu1 $< | sed 's/ *\([0-9][0-9]*\)/\1,/g' >$@
$(BUILD)/book/book.o $(checked)/book/book.o: $(BUILD)/book/builtin.inc
$(BUILD)/tools/serve/routes.o: $(BUILD)/tools/serve/openapi.inc

# Where 'make install' puts the test sets.
$(BUILD)/datadir.inc: FORCE
	$(call write_if_changed,$(call quote,#define DATADIR "$(DATADIR)"))
$(BUILD)/tools/bench/cmd_bench.o $(BUILD)/tools/options.o: $(BUILD)/datadir.inc

# $(call link_objects,OPTIONS AND LIBRARIES)
define link_objects
@mkdir -p $(@D)
$(call say,LD $@)
$(Q)$(link) -o $@ $(filter %.o,$^) $(1) $(LDLIBS) $(exact_name)
endef

$(BUILD)/%.res.o: %.rc
	@mkdir -p $(@D)
	$(Q)$(WINDRES) -i $< -o $@

$(program): $(program_objects) | $(server)
	$(call link_objects,-pie $(core_libraries) $(program_libraries))

$(server): $(server_objects)
	$(call link_objects,-pie $(core_libraries) $(server_libraries))

# The options in manual pages are those that the program shows; where it does not run,
# TEST_WRAPPER runs it.
$(BUILD)/man/%: docs/man/% $(program) mk/manual-page
	@mkdir -p $(@D)
	$(Q)mk/manual-page $(TEST_WRAPPER) $(call quote,$(abspath $(program))) <$< >$@

# One object where the linker can hide the names that the public headers lack.
$(static_library): $(public_objects)
	$(call say,AR $@)
	$(Q)$(call hide_names,$(BUILD)/libfourscore.o,$^)
	$(Q)rm -f $@ && $(AR) $(ar_options) $@ $(if $(hide_names),$(BUILD)/libfourscore.o,$^)

$(shared_library): $(public_objects) lib/fourscore.map
	$(call link_objects,$(shared_options) $(core_libraries))

$(shared_links): $(shared_library)
	$(Q)ln -sf $(<F) $@

# What libfourscore.a needs besides.
private_libraries := -pthread $(if $(STANDALONE),,$(core_libraries) $(cxx_library) -lm)
$(BUILD)/fourscore.pc: lib/fourscore.pc.in packaging/about FORCE
	$(call write_if_changed,$(call quote,prefix=$(PREFIX)) \
		$(call quote,private=$(strip $(private_libraries))) \
		$(call quote,libdir=$(subst $(PREFIX)/,$${prefix}/,$(LIBDIR))) \
		version=$(version) "$$($(fill) $<)")

# CMake finds the headers from where its file is, so that an installed tree can be moved;
# that is not possible if LIBDIR is elsewhere than below PREFIX.
cmake_folder := $(LIBDIR)/cmake/fourscore
below_prefix := $(subst :$(PREFIX)/,,:$(cmake_folder))
up = $(if $(filter :%,$(below_prefix)),$(PREFIX),$(shell echo $(call quote,$(below_prefix)) | sed 's|[^/]*|..|g'))
$(BUILD)/fourscore-config.cmake: lib/fourscore-config.cmake.in FORCE
	$(call write_if_changed,$(call quote,set(_fourscore_include "$(up)/include")) \
		$(call quote,set(_fourscore_shared $(soname))) \
		$(call quote,set(_fourscore_private $(strip $(private_libraries)))) "$$(cat $<)")
$(BUILD)/fourscore-config-version.cmake: lib/fourscore-config-version.cmake.in FORCE
	$(call write_if_changed,$(call quote,set(PACKAGE_VERSION $(version))) "$$(cat $<)")

$(BUILD)/fourscore.service: packaging/fourscore.service FORCE
	$(call write_if_changed,"$$(sed $(call quote,s|@bindir@|$(subst |,\|,$(subst &,\&,$(PREFIX)))/bin|) $<)")

-include $(sort $(patsubst %.o,%.d,$(program_objects) $(server_objects)))

# ------------------------------------------------------------------- running

# A make of its own builds, because the flags depend on the compiler, and that may
# just have been installed.
solve: deps-build ## build, then score the positions on stdin
	@$(MAKE) $(program) </dev/null
	@$(program) solve

serve: deps-serve ## build, then serve the page and answer questions over HTTP
	@$(MAKE) $(program) web </dev/null
	@$(program) serve

bench: $(program) ## build, then run the test protocol
	@$(program) bench

# RESULTS has options and boards, such as '--time-limit 60 8x6 6x8'.
results: $(program) ### solve the empty boards that docs/results.md lacks, and make that page
	@tools/bench/results.py --program $(call quote,$(program)) $(RESULTS)

# The tuners of the order of moves have the engine in them.
$(BUILD)/tune_weights $(BUILD)/tune_lines: variant := keys64
$(BUILD)/tune_%: solver/tune/tune_%.c $(call library_objects,$(BUILD))
	$(call say,LD $@)
	$(Q)$(CC) $(flags) $(engine_cflags) $(call variant_flags,$(variant),tuned) \
		$(isa_flags_avx2) -o $@ $(filter-out %.h %.inc,$^) $(core_libraries) -lm

tune: ### learn the numbers of the order of moves again, the same ones; an hour
	$(MAKE) tune-weights
	$(MAKE) tune-lines

tune-weights: $(BUILD)/tune_weights
	$< 7x6 >$(BUILD)/order_weights_7x6.inc
	$< others >$(BUILD)/order_weights.inc
	mv $(BUILD)/order_weights_7x6.inc $(BUILD)/order_weights.inc solver

# With the weights that the order has: after tune-weights.
tune-lines: $(BUILD)/tune_lines
	$< >$(BUILD)/order_lines.inc
	mv $(BUILD)/order_lines.inc solver/order_lines.inc

# ------------------------------------------------------------------- testing

# Boards of the unit tests: the default one, small ones, tall ones, one whose
# keys have 64 bits exactly, and wider keys.
all_boards   := 7x6 1x1 2x3 3x3 4x4 5x4 5x5 6x5 4x8 8x7 8x8 9x7 10x11 12x9
test_boards  ?= 7x6 1x1 4x4 5x5 8x7 10x11 12x9
# Boards on which the static proofs are compared with minimax:
#   4x4 4x5 5x4      every bound in every position
#   4x6              those with four stones, in the long tests all; fails if an odd column of a
#                    zugzwang does not change the parity of its rows
#   7x6              the default board: random positions, each proof by itself
#   9x7              keys of two words
# and in the long tests:
#   5x5 6x5          odd heights
#   4x8              tall: long columns in zugzwang
proof_boards ?= 7x6 4x4 4x5 5x4 4x6 9x7 $(if $(FOURSCORE_LONG),5x5 6x5 4x8)

# Tests of the inside of the engines, compiled for each variant.
variant_test = $(BUILD)/variant-$(call variant_of,$(2))/test_$(1):$(2)

# Those of the library as it is installed.
public_tests := library read opponents puzzle review explain
# Those that need threads, processes, files or a lack of memory.
system_tests := threads control tables system certificate follower prove os json
pool_test    := pool resources claims
# The fuzz targets of the library; those of the programs need libFuzzer.
library_fuzz := ask book certificate game notations pool

# With 'make check T=WORD' only those whose names have the word.
chosen = $(if $(T),$(foreach test,$(1),$(if $(findstring $(T),$(test)),$(test))),$(1))
# PROGRAM, or PROGRAM:ARGUMENT
unit_tests    := $(call chosen,$(foreach name,bitboard solver,$(foreach board,$(test_boards),\
	$(checked)/test/unit/test_$(name):$(board))) \
	$(foreach board,$(filter 7x6 4x4,$(test_boards)),\
	$(call variant_test,confusion,$(board)) $(call variant_test,dfpn,$(board))) \
	$(foreach board,$(filter 7x6 10x11,$(test_boards)),$(call variant_test,fast,$(board))) \
	$(foreach board,$(test_boards),$(call variant_test,variant,$(board))) \
	$(foreach board,$(proof_boards),$(call variant_test,proof,$(board))) \
	$(foreach bits,32 64 128,$(checked)/test/unit/test_tt:$(bits)) \
	$(foreach name,sizing magic text book $(system_tests),\
	$(checked)/test/unit/test_$(name)) \
	$(foreach name,$(public_tests) limits $(pool_test) \
	$(if $(STANDALONE),,standalone),\
	$(BUILD)/test/unit/test_$(name)) \
	$(foreach name,$(if $(STANDALONE),,$(library_fuzz)),\
	$(checked)/test/fuzz/random_$(name):fuzz_$(name)))
test_programs := $(sort $(foreach test,$(unit_tests),$(firstword $(subst :, ,$(test)))))
python_tests  := $(call chosen,test/server/test_serve.py test/server/test_serve_http.py \
	test/server/test_serve_operation.py test/server/test_serve_connections.py \
	test/cli/test_sentences.py test/cli/test_results.py)
node_tests    := $(call chosen,$(sort $(wildcard test/page/unit/*.test.mjs)))
# What makes and installs packages takes long, and so do the scripts for certificates.
long_tests    := $(if $(T),,$(patsubst %,test/cli/%.bats,build wheel long))
all_bats_tests := $(sort $(wildcard test/cli/*.bats))
bats_tests    := $(call chosen,$(filter-out $(long_tests),$(all_bats_tests)))

test_objects := $(checked)/test/unit/reference.o $(call library_objects,$(checked))
test_runner  := -lcmocka
link_test     = $(call link_objects,$(test_runner) $(core_libraries))

$(checked)/test/unit/test_%: $(checked)/test/unit/test_%.o $(test_objects) | need-test
	$(link_test)

# The prover is part of the program.
$(checked)/test/unit/test_prove: $(call objects,$(checked),$(wildcard proof/make/*.c))
$(checked)/test/unit/test_prove: LDLIBS += -lm

# JSON is that of the public library.
$(checked)/test/unit/test_json: $(call objects,$(checked),$(library_sources))

$(checked)/test/fuzz/random_%: $(checked)/test/fuzz/fuzz_%.o $(checked)/test/fuzz/random.o \
		$(test_objects) $(call objects,$(checked),$(library_sources)) | need-test
	$(link_test)

# The reader of texts is part of the library, which is tested with assertions here.
$(checked)/test/unit/test_text: $(call objects,$(checked),$(wildcard lib/read/*.c))

# Those that include test/unit/memory.h.
$(addprefix $(checked)/test/unit/test_,book prove json) $(BUILD)/test/unit/test_claims: LDLIBS += \
	$(foreach name,malloc calloc realloc free,-Wl,--wrap=$(name))

# What STANDALONE=1 compiles in place of libraries, beside these.
$(BUILD)/standalone/%.o: %.c $(BUILD)/settings | need-build
	$(call compile_object,-UNDEBUG -DSTANDALONE)
$(BUILD)/test/unit/test_standalone: $(checked)/test/unit/test_standalone.o \
		$(call objects,$(BUILD)/standalone,$(alone_sources)) | need-test
	$(link_test)

tested_library := $(if $(STANDALONE),$(public_objects),$(shared_links))
library_tests  := $(patsubst %,$(BUILD)/test/unit/test_%,$(public_tests) pool resources)
link_library   = -L$(BUILD) -lfourscore -Wl,-rpath,'$$ORIGIN/../..'
$(library_tests): %: %.o $(tested_library) | need-test
	$(call link_objects,$(if $(STANDALONE),$(core_libraries),$(link_library)) $(test_runner))

# The inside of lib/game/, also with another solver, and the memory of the library.
$(BUILD)/test/unit/test_limits: LDLIBS += -Wl,--wrap=fourscore_ask
$(BUILD)/test/unit/test_claims $(BUILD)/test/unit/test_limits: %: %.o \
		$(public_objects) | need-test
	$(link_test)

# The stem is VARIANT/test_NAME.
.SECONDEXPANSION:
$(BUILD)/variant-%.o: test/unit/$$(*F).c $(BUILD)/settings | need-test
	$(call compile_object,-UNDEBUG $(call variant_flags,$(*D),baseline))
$(BUILD)/variant-%: $(BUILD)/variant-%.o $(test_objects)
	$(link_test)

.SECONDARY:
-include $(wildcard $(checked)/*/*.d $(checked)/*/*/*.d $(BUILD)/variant-*/*.d \
	$(BUILD)/test/unit/*.d)

check: deps ## run the tests; with T=WORD those whose names have the word
	@$(MAKE) run-tests

check-all: | need-test ### the tests on more boards, and those of packages
	@$(MAKE) run-tests test_boards='$(all_boards)' bats_tests='$(all_bats_tests)'

check-long: | need-s390x ### the tests with more positions, for hours, and check-s390x
	@$(MAKE) run-tests FOURSCORE_LONG=1 test_boards='$(all_boards)' \
		bats_tests='$(all_bats_tests)'
	@$(MAKE) check-s390x

# Those that take longest come first: some wait, others compute.
longest = $(filter $(patsubst %,test/cli/%.bats,play threads install check) %/test_proof:9x7 \
	test/server/test_serve_%.py,$(python_tests) $(bats_tests) $(unit_tests))
run-tests: all $(test_programs) | need-test
	@FOURSCORE=$(call quote,$(abspath $(program))) test/run $(longest) \
		$(filter-out $(longest),$(python_tests) $(bats_tests) $(unit_tests) $(node_tests))

# ---------------------------------------------------------------- installing

ifneq (,$(filter install uninstall,$(MAKECMDGOALS)))
$(foreach folder,PREFIX LIBDIR DATADIR,$(if $(filter /%,$(firstword $($(folder)))),,\
	$(error $(folder) is '$($(folder))', expected the whole path, such as /usr/local)))
endif

# $(call installed,F): $(call F,MODE,FILES,FOLDER,NAME) for each folder, NAME being what a
# file is called there if that is not its name here.  The page, if 'make web' was run.
# Without MODE, NAME is a link to a file.  The module finds the library beside it.
define installed
$(call $(1),755,$(program) $(server),$(PREFIX)/bin)
$(foreach section,1 3 5,\
$(call $(1),644,$(filter %.$(section),$(manual)),$(PREFIX)/share/man/man$(section)))
$(call $(1),644,lib/fourscore.h lib/fourscore_game.h,$(PREFIX)/include)
$(call $(1),644,$(static_library) $(shared_library),$(LIBDIR))
$(foreach name,$(link_names),
$(call $(1),,$(shared_name),$(LIBDIR),$(name)))
$(call $(1),644,$(filter %.pc,$(for_builders)),$(LIBDIR)/pkgconfig)
$(call $(1),644,$(filter %.cmake,$(for_builders)),$(cmake_folder))
$(call $(1),644,$(wildcard testsets/*.txt) book/7x6-10.book,$(DATADIR))
$(call $(1),755,tools/book/book-farm tools/book/book-farm.slurm,$(DATADIR))
$(call $(1),644,$(wildcard proof/certificates/*.cert),$(DATADIR)/certificates)
$(foreach folder,$(web) $(web)/v1,\
$(call $(1),644,$(filter-out %/v1,$(wildcard $(folder)/*)),$(DATADIR)/web$(folder:$(web)%=%)))
$(call $(1),644,$(units),$(PREFIX)/lib/systemd/system)
$(call $(1),644,packaging/completion,$(PREFIX)/share/bash-completion/completions,fourscore)
$(call $(1),644,packaging/completion,$(PREFIX)/share/zsh/site-functions,_fourscore)
$(if $(PYTHONDIR),
$(call $(1),644,$(wildcard $(addprefix bindings/python/fourscore/,*.py py.typed)),$(PYTHONDIR)/fourscore)
$(call $(1),,$(LIBDIR)/$(library_name),$(PYTHONDIR)/fourscore,$(library_name)))
endef
# What programs load.
library_name = $(firstword $(link_names) $(shared_name))

destination = $(call quote,$(DESTDIR)$(1))
define put
$(if $(2),umask 022 && mkdir -p $(call destination,$(3)) && $(if $(1),install -m $(1) $(2),ln -sf $(call quote,$(2))) $(call destination,$(3)/$(4)))

endef
define remove
rm -f $(foreach name,$(or $(4),$(notdir $(2))),$(call destination,$(3)/$(name)))

endef
without_python = $(if $(PYTHONDIR),,@echo '$(1) the Python module: $(PYTHON) is not found' >&2)

install: all ## install to $(DESTDIR)$(PREFIX); PREFIX is /usr/local by default
	$(call installed,put)
	$(call without_python,not installed:)

uninstall: ### remove what install put there
	$(call installed,remove)
	$(if $(PYTHONDIR),rm -rf $(call destination,$(PYTHONDIR)/fourscore/__pycache__))
	rm -rf $(call destination,$(DATADIR)/web)
	rmdir $(if $(PYTHONDIR),$(call destination,$(PYTHONDIR)/fourscore)) $(call destination,$(cmake_folder)) \
		$(call destination,$(DATADIR)/certificates) $(call destination,$(DATADIR)) \
		2>/dev/null || :
	$(call without_python,not removed:)

clean: ### remove build/
	rm -rf $(call quote,$(BUILD))

include mk/packages.mk mk/web.mk mk/check.mk mk/windows.mk mk/release.mk

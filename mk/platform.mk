# The platform: which files of os/ are compiled, and how its linker is called.

# As the compiler says: windows, none (WebAssembly, which has no threads), or posix.
machine  := $(shell $(CC) -dumpmachine 2>/dev/null)
platform := $(or $(if $(findstring mingw,$(machine)),windows),$(if $(findstring wasm,$(machine)),none),posix)
linux    := $(findstring linux,$(machine))

os_sources := $(wildcard os/$(platform)*.c)
program_os_sources := $(wildcard os/program/$(platform)*.c)
platform_flags := $(if $(filter none,$(platform)),-DOS_NO_THREADS) \
	$(if $(filter windows,$(platform)),-D_FILE_OFFSET_BITS=64)
threads := $(if $(filter posix,$(platform)),-pthread)

# cxx_library   of libprimesieve
# program_name  the program
# shared_name   the shared library, and link_names, its links
# resources     what is linked into the program besides
# hide_names    $(call hide_names,OBJECT,OBJECTS): make one object, whose only global names are
#               those of the public headers; empty where that is not possible
cxx_library := -lc++
program_name := fourscore
soname      := libfourscore.so.2
shared_name := libfourscore.so.$(version)
link_names  := $(soname) libfourscore.so
ar_options  := rcs
ifneq (,$(linux))
cxx_library := -lstdc++
platform_ldflags := -Wl,-z,relro,-z,now
shared_options   := -shared -Wl,-soname,$(soname) -Wl,--no-undefined \
	-Wl,--version-script=lib/fourscore.map
hide_names = $(LD) -r -o $(1) $(2) && $(OBJCOPY) --localize-hidden $(1)
ar_options := rcsD
else ifeq (windows,$(platform))
program_name := fourscore.exe
shared_name := libfourscore-2.dll
link_names  :=
platform_libraries := -lsynchronization
resources   := $(BUILD)/os/program/windows_manifest.res.o
WINDRES     ?= windres
# gcc appends .exe.
exact_name = -Wl,-o,$@
shared_options := -shared -Wl,--version-script=lib/fourscore.map \
	-Wl,--out-implib,$(BUILD)/libfourscore.dll.a
else ifneq (,$(findstring darwin,$(machine)))
# Its names for what POSIX has in struct stat and locale.h.
platform_flags += -Dst_mtim=st_mtimespec -include xlocale.h
soname      := libfourscore.2.dylib
shared_name := libfourscore.$(version).dylib
link_names  := $(soname) libfourscore.dylib
shared_options := -dynamiclib -Wl,-install_name,$(LIBDIR)/$(soname) \
	-Wl,-exported_symbol,'_fourscore_*'
# It makes hidden names local.
hide_names = $(LD) -r -o $(1) $(2)
else
# -h: all linkers of ELF files have it.
shared_options := -shared -Wl,-h,$(soname)
endif

# ------------------------------------------------------------------ engines

# The engines.  The source of each is compiled once for each variant of the
# board's geometry and, if it uses lanes, each instruction set: solver/variant.h.

# Their sources in solver/.
lane_engines  := $(shell sed -n 's/^ENGINE(.*, \(.*\))$$/\1/p' solver/engines.inc | sort -u)
plain_engines := $(shell sed -n 's/^PLAIN_ENGINE(.*, \(.*\))$$/\1/p' solver/engines.inc | sort -u)
engines  := $(lane_engines) $(plain_engines)
variants := 7x6 keys64 keys128
variant_flags_7x6     := -DVARIANT_BITS=64 -DVARIANT_WIDTH=7 -DVARIANT_HEIGHT=6
variant_flags_keys64  := -DVARIANT_BITS=64
variant_flags_keys128 := -DVARIANT_BITS=128

# Each lists all of its flags from baseline x86-64 up, so that a -march in CFLAGS
# does not change it.
isas := baseline
isa_flags_baseline :=
ifneq (,$(ONE_ISA))
platform_flags += -DONE_ISA
else ifneq (,$(findstring x86_64,$(machine)))
isas := avx512 avx2 baseline
isa_flags_baseline := -march=x86-64
isa_flags_avx2   := -march=x86-64 -mavx2 -mbmi -mbmi2 -mpopcnt
isa_flags_avx512 := $(isa_flags_avx2) -mavx512f -mavx512bw -mavx512dq -mavx512vl
endif

# Engines read nothing but numbers, so by default they are not hardened, which
# would make them slower.
engine_cflags := $(CFLAGS)
ifeq ($(origin CFLAGS),file)
engine_cflags := $(filter-out $(hardening),$(CFLAGS))
endif

isas_of = $(if $(filter $(1),$(plain_engines)),baseline,$(isas))
engine_sources := $(engines:%=solver/%.c)

# $(call variant_flags,VARIANT,ISA), $(call variant_of,BOARD)
variant_flags = -DVARIANT=$(1) $(variant_flags_$(1)) -DISA=$(2)
variant_of = $(if $(filter 7x6,$(1)),7x6,keys$(shell \
	echo '$(1)' | { IFS=x read w h; test $$((w * (h + 1))) -gt 64 && echo 128 || echo 64; }))

# $(call engine_objects,FOLDER), $(call engine_rules,FOLDER,FLAGS)
engine_objects = $(foreach engine,$(engines),$(foreach variant,$(variants),\
	$(foreach isa,$(call isas_of,$(engine)),$(1)/engines/$(engine)_$(variant)_$(isa).o)))

define engine_rules
$(foreach engine,$(engines),$(foreach variant,$(variants),$(foreach isa,$(call isas_of,$(engine)),
$(1)/engines/$(engine)_$(variant)_$(isa).o: solver/$(engine).c $(BUILD)/settings | need-build
	@mkdir -p $$(@D)
	$$(call say,CC $$@)
	$$(Q)$$(CC) -MMD -MP $$(flags) $$(engine_cflags) $(2) \
		$$(call variant_flags,$(variant),$(isa)) $$(isa_flags_$(isa)) -c -o $$@ $$<
)))
endef

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
ifneq (,$(findstring x86_64,$(shell $(CC) -dumpmachine 2>/dev/null)))
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

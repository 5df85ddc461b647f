# The platform: which files of os/ are compiled, and how its linker is called.

# That of the compiler, or what the caller says: 'make OS=posix' uses nothing but POSIX.
# The OS of the environment is not meant: Windows sets it.
machine  := $(shell $(CC) -dumpmachine 2>/dev/null)
platform := $(if $(findstring command line,$(origin OS)),$(OS),$(or \
	$(if $(findstring linux,$(machine)),linux),$(if $(findstring mingw,$(machine)),windows),posix))

# os/linux_NAME.c is in place of os/posix_NAME.c.
own_sources := $(wildcard os/$(platform)_*.c)
os_sources  := $(sort $(own_sources) $(if $(filter windows,$(platform)),,\
	$(filter-out $(own_sources:os/$(platform)_%=os/posix_%),$(wildcard os/posix_*.c))))

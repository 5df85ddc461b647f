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
platform_flags := $(if $(filter posix,$(platform)),-DOS_POSIX)

# curses        the libraries for a screen
# cxx_library   of libprimesieve
# shared_name   the shared library, and link_names, its links
# hide_names    $(call hide_names,OBJECT,OBJECTS): make one object, whose only global names are
#               those of the public headers; empty where that is not possible
curses      := -lncursesw
cxx_library := -lc++
soname      := libfourscore.so.1
shared_name := libfourscore.so.$(version)
link_names  := $(soname) libfourscore.so
ar_options  := rcs
# Those of the system, whatever the platform.
ifneq (,$(findstring linux,$(machine)))
curses      += -ltinfo
cxx_library := -lstdc++
endif
ifeq (linux,$(platform))
platform_ldflags := -Wl,-z,relro,-z,now
shared_options   := -shared -Wl,-soname,$(soname) -Wl,--no-undefined \
	-Wl,--version-script=lib/fourscore.map
hide_names = $(LD) -r -o $(1) $(2) && $(OBJCOPY) --localize-hidden $(1)
ar_options := rcsD
else ifeq (windows,$(platform))
shared_name := libfourscore-1.dll
link_names  :=
platform_libraries := -lsynchronization
# gcc appends .exe.
exact_name = -Wl,-o,$@
shared_options := -shared -Wl,--version-script=lib/fourscore.map \
	-Wl,--out-implib,$(BUILD)/libfourscore.dll.a
else ifneq (,$(findstring darwin,$(machine)))
curses      := -lncurses
soname      := libfourscore.1.dylib
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

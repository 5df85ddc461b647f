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

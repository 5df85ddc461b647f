/* Included before all else, so that a library compiled with a newer glibc needs
 * nothing newer than glibc 2.17: the versions that these functions had then. */
#include <sys/stat.h>

#undef _DEFAULT_SOURCE /* that of <sys/stat.h>; os/posix.c defines it */

#ifdef __x86_64__
#define THEN(name) __asm__(".symver " #name "," #name "@GLIBC_2.2.5")
#else
#define THEN(name) __asm__(".symver " #name "," #name "@GLIBC_2.17")
#endif

THEN(pthread_attr_setstacksize);
THEN(pthread_create);
THEN(pthread_join);
THEN(pthread_mutex_trylock);
THEN(pthread_sigmask);
THEN(sem_destroy);
THEN(sem_init);
THEN(sem_post);
THEN(sem_wait);

/* What fstat() was the name of. */
THEN(__fxstat);
int __fxstat(int version, int descriptor, struct stat *about);
#ifdef __x86_64__
#define fstat(descriptor, about) __fxstat(1, descriptor, about)
#else
#define fstat(descriptor, about) __fxstat(0, descriptor, about)
#endif

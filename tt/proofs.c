#include "tt/proofs.h"

#include <assert.h>
#include <string.h>

#include "os/os.h"

/* The lock of an entry. */
enum { FREE, LOCKED, LOCKED_AND_WAITED_FOR, LOCK_MASK = 3, ONE_STORE = 4 };

#define LAST_STORE (UINT32_MAX & ~(uint32_t)LOCK_MASK)

enum {
    GROUP_BYTES = TT_PROOFS_GROUP *
                  (int)(sizeof(struct tt_proofs_entry) + 1) /* and the index */
};

enum tt_status tt_proofs_open(struct tt_proofs *table, uint64_t bytes)
{
    uint64_t groups = bytes / GROUP_BYTES;
    if (groups == 0)
        return TT_TOO_FEW_BYTES;
    if (groups > SIZE_MAX / GROUP_BYTES ||
        !os_map(&table->memory, (size_t)groups * GROUP_BYTES))
        return TT_NO_MEMORY;
    table->groups = groups;
    table->entries = table->memory.bytes;
    table->index =
        (_Atomic uint32_t *)(table->entries + groups * TT_PROOFS_GROUP);
    atomic_init(&table->worn_out, false);
    return TT_OK;
}

void tt_proofs_close(struct tt_proofs *table)
{
    os_unmap(&table->memory);
    table->entries = NULL;
    table->index = NULL;
}

/* An entry without its byte in the index is not read. */
void tt_proofs_clear(struct tt_proofs *table)
{
    if (atomic_load_explicit(&table->worn_out, memory_order_relaxed)) {
        memset(table->memory.bytes, 0, table->memory.size);
        atomic_store_explicit(&table->worn_out, false, memory_order_relaxed);
        return;
    }
    memset((void *)table->index, 0,
           (size_t)table->groups * sizeof *table->index);
}

/* A bit for each byte of 'index' that equals the byte of 'tags': the highest of
 * the byte. */
static uint32_t matches(uint32_t index, uint32_t tags)
{
    uint32_t other = index ^ tags; /* a zero byte where they are equal */
    return ~(((other & UINT32_C(0x7f7f7f7f)) + UINT32_C(0x7f7f7f7f)) | other |
             UINT32_C(0x7f7f7f7f));
}

static bool read_entry(const struct tt_proofs_entry *entry, tt_count key,
                       struct tt_proof *proof)
{
    uint32_t word = atomic_load_explicit(&entry->word, memory_order_acquire);
    if ((word & LOCK_MASK) != FREE)
        return false;
    if (atomic_load_explicit(&entry->key[0], memory_order_acquire) !=
            (uint64_t)key ||
        atomic_load_explicit(&entry->key[1], memory_order_acquire) !=
            (uint64_t)(key >> 64))
        return false;
    *proof = (struct tt_proof){
        atomic_load_explicit(&entry->proof, memory_order_acquire),
        atomic_load_explicit(&entry->disproof, memory_order_acquire),
        atomic_load_explicit(&entry->work, memory_order_acquire),
    };
    return atomic_load_explicit(&entry->word, memory_order_relaxed) == word;
}

bool tt_proofs_get(const struct tt_proofs *table, struct tt_proofs_place place,
                   struct tt_proof *proof)
{
    uint32_t index =
        atomic_load_explicit(&table->index[place.group], memory_order_relaxed);
    const struct tt_proofs_entry *group =
        &table->entries[place.group * TT_PROOFS_GROUP];
    for (uint32_t found = matches(index, place.tags); found != 0;
         found &= found - 1) {
        struct tt_proof read;
        if (read_entry(&group[__builtin_ctz(found) / 8], place.key, &read)) {
            *proof = read;
            return true;
        }
    }
    return false;
}

/* The entry of a group to store into: that of the key, an empty one, or the one
 * with the least work. */
static int choose(const struct tt_proofs_entry *group, uint32_t index,
                  struct tt_proofs_place place)
{
    int chosen = 0;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < TT_PROOFS_GROUP; i++) {
        uint32_t tag = index >> 8 * i & 0xff;
        struct tt_proof proof;
        if (tag == (place.tags & 0xff) &&
            read_entry(&group[i], place.key, &proof))
            return i;
        uint64_t work =
            tag == 0 ? 0
                     : (uint64_t)1 + atomic_load_explicit(&group[i].work,
                                                          memory_order_relaxed);
        if (work < least) {
            least = work;
            chosen = i;
        }
    }
    return chosen;
}

/* Returns the word of the locked entry, without its lock. */
static uint32_t lock(struct tt_proofs_entry *entry)
{
    uint32_t word = atomic_load_explicit(&entry->word, memory_order_relaxed);
    uint32_t locked = LOCKED; /* after sleeping others may still be asleep */
    for (;;) {
        if ((word & LOCK_MASK) == FREE) {
            if (atomic_compare_exchange_weak_explicit(
                    &entry->word, &word, word | locked, memory_order_acquire,
                    memory_order_relaxed))
                return word;
            continue;
        }
        uint32_t waited = (word & ~(uint32_t)LOCK_MASK) | LOCKED_AND_WAITED_FOR;
        if (word == waited || atomic_compare_exchange_weak_explicit(
                                  &entry->word, &word, waited,
                                  memory_order_relaxed, memory_order_relaxed)) {
            os_wait_while(&entry->word, waited);
            locked = LOCKED_AND_WAITED_FOR;
            word = atomic_load_explicit(&entry->word, memory_order_relaxed);
        }
    }
}

static void unlock(struct tt_proofs_entry *entry, uint32_t word)
{
    uint32_t before =
        atomic_exchange_explicit(&entry->word, word, memory_order_release);
    if ((before & LOCK_MASK) == LOCKED_AND_WAITED_FOR)
        os_wake(&entry->word);
}

static void set_tag(_Atomic uint32_t *index, int i, uint32_t tags)
{
    uint32_t mask = UINT32_C(0xff) << 8 * i;
    uint32_t before = atomic_load_explicit(index, memory_order_relaxed);
    while ((before & mask) != (tags & mask) &&
           !atomic_compare_exchange_weak_explicit(
               index, &before, (before & ~mask) | (tags & mask),
               memory_order_relaxed, memory_order_relaxed))
        ;
}

void tt_proofs_put(struct tt_proofs *table, struct tt_proofs_place place,
                   struct tt_proof proof)
{
    assert(proof.work > 0);
    _Atomic uint32_t *index = &table->index[place.group];
    struct tt_proofs_entry *group =
        &table->entries[place.group * TT_PROOFS_GROUP];
    int i =
        choose(group, atomic_load_explicit(index, memory_order_relaxed), place);
    struct tt_proofs_entry *entry = &group[i];
    uint32_t word = lock(entry);
    if (word == LAST_STORE) {
        unlock(entry, word);
        return;
    }
    atomic_store_explicit(&entry->key[0], (uint64_t)place.key,
                          memory_order_release);
    atomic_store_explicit(&entry->key[1], (uint64_t)(place.key >> 64),
                          memory_order_release);
    atomic_store_explicit(&entry->proof, proof.proof, memory_order_release);
    atomic_store_explicit(&entry->disproof, proof.disproof,
                          memory_order_release);
    atomic_store_explicit(&entry->work, proof.work, memory_order_release);
    set_tag(index, i, place.tags);
    if (word + ONE_STORE == LAST_STORE)
        atomic_store_explicit(&table->worn_out, true, memory_order_relaxed);
    unlock(entry, word + ONE_STORE);
}

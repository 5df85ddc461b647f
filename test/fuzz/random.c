/* Runs a fuzz target without libFuzzer: PROGRAM NAME.  Its inputs are the seeds
 * of that name, and random changes of them.  An input that fails is printed. */
#define TEST_OWN_MAIN
#include "test/unit/test.h"

#include <signal.h>
#include <unistd.h>

#include "test/fuzz/fuzz.h"
#include "test/unit/reference.h"

enum { MAX_SEEDS = 32, MAX_BYTES = 1024 };

struct input {
    uint8_t bytes[MAX_BYTES];
    size_t size;
};

static const char *name;
static struct input seeds[MAX_SEEDS], input;
static int seed_count;

/* The input that is tried, as the words of the file of seeds. */
static char shown[5 * MAX_BYTES + 80];
static size_t shown_length;

static void show_input(void)
{
    shown_length = (size_t)sprintf(shown, "# %.64s", name);
    for (size_t i = 0; i < input.size; i++)
        shown_length +=
            (size_t)sprintf(shown + shown_length, "\\0%03o", input.bytes[i]);
    shown[shown_length++] = '\n';
}

/* It has failed. */
static void print_input(int number)
{
    ssize_t written = write(STDOUT_FILENO, shown, shown_length);
    (void)written;
    signal(number, SIG_DFL);
}

/* The byte that an escape of printf %b begins, or a byte that is none. */
static uint8_t next_byte(const char **text)
{
    static const char letters[] = "nrt", controls[] = "\n\r\t";
    char first = *(*text)++;
    if (first != '\\')
        return (uint8_t)first;
    first = *(*text)++;
    const char *letter = strchr(letters, first);
    if (letter != NULL)
        return (uint8_t)controls[letter - letters];
    unsigned byte = 0;
    for (int i = 0; i < 3 && **text >= '0' && **text <= '7'; i++)
        byte = byte * 8 + (unsigned)(*(*text)++ - '0');
    return first == '0' ? (uint8_t)byte : (uint8_t)first;
}

/* TARGET NAME BYTES, of this target. */
TEST_BEFORE
{
    char line[4 * MAX_BYTES], target[64];
    FILE *file = fopen("test/fuzz/seeds", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        int at = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%63s %*s%n", target, &at) != 1 || at == 0 ||
            strcmp(target, name) != 0)
            continue;
        assert_true(seed_count < MAX_SEEDS);
        struct input *seed = &seeds[seed_count++];
        for (const char *text = line + at + 1; *text != '\0';) {
            assert_true(seed->size < MAX_BYTES);
            seed->bytes[seed->size++] = next_byte(&text);
        }
    }
    fclose(file);
    return seed_count == 0;
}

static void run(void)
{
    /* an allocation of this size, so that sanitizers see reads beyond it */
    uint8_t *bytes = malloc(input.size > 0 ? input.size : 1);
    assert_non_null(bytes);
    memcpy(bytes, input.bytes, input.size);
    show_input();
    signal(SIGABRT, print_input); /* the runner of tests has set its own */
    signal(SIGSEGV, print_input);
    LLVMFuzzerTestOneInput(bytes, input.size);
    free(bytes);
}

TEST(seeds_do_not_fail)
{
    for (int i = 0; i < seed_count; i++) {
        input = seeds[i];
        run();
    }
}

/* Change a byte, cut the input, or let it end as another seed does. */
static void change(struct reference_random *random)
{
    static const uint8_t likely[] = {0, 1, 2, 3, 127, 128, 255};
    const struct input *other = &seeds[reference_below(random, seed_count)];
    size_t at = (size_t)reference_below(random, (int)input.size + 1);
    int kind = reference_below(random, 8);
    if (kind == 0) {
        input.size = at;
    } else if (kind == 1 && at < other->size) {
        memcpy(input.bytes + at, other->bytes + at, other->size - at);
        input.size = other->size;
    } else if (at < input.size) {
        input.bytes[at] = kind % 2 == 0
                              ? (uint8_t)reference_below(random, 256)
                              : likely[reference_below(random, sizeof likely)];
    }
}

TEST(changed_seeds_do_not_fail)
{
    struct reference_random random = reference_seed(51);
    int changes = test_is_long() ? 5000 : test_is_short() ? 3 : 50;
    for (int i = 0; i < changes * seed_count; i++) {
        input = seeds[i % seed_count];
        for (int count = 1 + reference_below(&random, 6); count > 0; count--)
            change(&random);
        run();
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s NAME\n", argv[0]);
        return 2;
    }
    name = argv[1];
    return test_run();
}

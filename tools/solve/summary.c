#include "tools/solve/summary.h"

#include <stdatomic.h>

/* The number of lines of each kind of slip that are reported. */
enum { SLIPS_SHOWN = 3 };

void summary_count(struct summary *summary, int file, enum check_result result)
{
    summary->files[file].counts[result]++;
}

void summary_report(struct summary *summary, const struct line *line,
                    enum check_slip slip, const struct lines_error *error)
{
    summary->slips[slip]++;
    if (slip == CHECK_NO_SLIP || summary->slips[slip] <= SLIPS_SHOWN)
        lines_report(line, error);
}

static void print_slips(const struct summary *summary)
{
    for (int slip = CHECK_NO_SLIP + 1; slip < CHECK_SLIPS; slip++) {
        if (summary->slips[slip] <= SLIPS_SHOWN)
            continue;
        unsigned long more = summary->slips[slip] - SLIPS_SHOWN;
        cli_error("%lu more %s like these; %s", more,
                  cli_plural(more, "line", "lines"),
                  check_slip_hint((enum check_slip)slip));
    }
}

static void print_counts(const struct summary_file *file)
{
    cli_note("%s: %lu checked, %lu wrong, %lu unfinished, %lu invalid",
             file->name, file->counts[CHECK_RIGHT] + file->counts[CHECK_WRONG],
             file->counts[CHECK_WRONG], file->counts[CHECK_UNFINISHED],
             file->counts[CHECK_INVALID]);
}

static struct summary_file total_of(const struct summary *summary)
{
    struct summary_file total = {.name = "total"};
    for (int i = 0; i < summary->file_count; i++)
        for (int result = 0; result < CHECK_RESULTS; result++)
            total.counts[result] += summary->files[i].counts[result];
    return total;
}

void summary_print(struct summary *summary, bool late)
{
    if (atomic_exchange(&summary->printed, true))
        return;

    struct summary_file total = total_of(summary);
    unsigned long unfinished = total.counts[CHECK_UNFINISHED];
    print_slips(summary);
    for (int i = 0; i < summary->file_count && summary->check; i++)
        if (summary->files[i].name != NULL)
            print_counts(&summary->files[i]);
    if (summary->check && summary->file_count > 1)
        print_counts(&total);
    const char *positions = cli_plural(unfinished, "position", "positions");
    if (late)
        cli_error("--total-time-limit: %lu %s not finished, the rest not begun",
                  unfinished, positions);
    else if (!summary->check && unfinished > 0)
        cli_error("%lu %s not finished", unfinished, positions);
}

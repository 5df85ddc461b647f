#include "tools/bench/bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tools/output.h"

/* The figures of a row. */
struct figures {
    double mean_us;
    double mean_positions;
    double thousands_per_second;
    double ratio;
};

static struct figures figures_of(const struct report_row *row,
                                 const struct report_row *first)
{
    double seconds = row->seconds > 0 ? row->seconds : 1e-9;
    return (struct figures){
        .mean_us = row->seconds * 1e6 / (double)row->count,
        .mean_positions = (double)row->nodes / (double)row->count,
        .thousands_per_second = (double)row->nodes / seconds / 1e3,
        .ratio = first->seconds > 0 ? row->seconds / first->seconds : 1,
    };
}

enum { DIGITS_SIZE = 32 };

/* At least four significant digits, and all digits before the point. */
static const char *four_digits(double value, char text[DIGITS_SIZE])
{
    int decimals = 3;
    double limit = 10;
    for (; decimals > 0 && value >= limit; decimals--)
        limit *= 10;
    limit = 1;
    for (; decimals < 9 && value > 0 && value < limit; decimals++)
        limit /= 10;
    snprintf(text, DIGITS_SIZE, "%.*f", decimals, value);
    return text;
}

static void print_text(const struct report_row *row, struct figures figures)
{
    char time[DIGITS_SIZE], positions[DIGITS_SIZE], speed[DIGITS_SIZE];
    bool ms = figures.mean_us >= 1e3, s = figures.mean_us >= 1e6;
    double scale = s ? 1e6 : ms ? 1e3 : 1;

    printf("%-18s %-6s %-12s %7d %5zu %9s %-2s %12s %8s %5zu %8.3f%s", row->set,
           row->goal, row->engine, row->threads, row->count,
           four_digits(figures.mean_us / scale, time),
           s    ? "s"
           : ms ? "ms"
                : "us",
           four_digits(figures.mean_positions, positions),
           four_digits(figures.thousands_per_second, speed), row->wrong,
           figures.ratio,
           strcmp(row->mode, "protocol") == 0 ? "" : "  throughput");
    if (strcmp(row->book, "none") != 0)
        printf("  book %s", row->book);
    if (!board_is_default(row->board))
        printf("  board %dx%d", row->board.width, row->board.height);
    putchar('\n');
}

static void print_csv_field(const char *field)
{
    if (strpbrk(field, ",\"\r\n") == NULL) {
        printf("%s", field);
        return;
    }
    putchar('"');
    for (; *field != '\0'; field++) {
        if (*field == '"')
            putchar('"');
        putchar(*field);
    }
    putchar('"');
}

static void print_csv(const struct report_row *row, struct figures figures)
{
    print_csv_field(row->set);
    printf(",%s,%s,%d,%s,%zu,%.15g,%.15g,%.15g,%zu,%.15g,", row->goal,
           row->engine, row->threads, row->mode, row->count, figures.mean_us,
           figures.mean_positions, figures.thousands_per_second, row->wrong,
           figures.ratio);
    print_csv_field(row->book);
    printf(",%dx%d\n", row->board.width, row->board.height);
}

static json_t *json_row(const struct report_row *row, struct figures figures)
{
    json_t *object = json_object();
    json_add(&object, "set", json_bytes(row->set, strlen(row->set)));
    json_add(&object, "goal", json_string(row->goal));
    json_add(&object, "engine", json_string(row->engine));
    json_add(&object, "threads", json_integer(row->threads));
    json_add(&object, "mode", json_string(row->mode));
    json_add(&object, "count", json_integer((json_int_t)row->count));
    json_add(&object, "mean_time_us", json_real(figures.mean_us));
    json_add(&object, "mean_nb_pos", json_real(figures.mean_positions));
    json_add(&object, "k_pos_per_s", json_real(figures.thousands_per_second));
    json_add(&object, "nodes", json_integer((json_int_t)row->nodes));
    json_add(&object, "wrong", json_integer((json_int_t)row->wrong));
    json_add(&object, "time_ratio", json_real(figures.ratio));
    json_add(&object, "book", json_bytes(row->book, strlen(row->book)));
    json_add(&object, "board",
             json_sprintf("%dx%d", row->board.width, row->board.height));
    return object;
}

void report_begin(struct report *report)
{
    switch (report->format) {
    case REPORT_TEXT:
        printf("%-18s %-6s %-12s %7s %5s %12s %12s %8s %5s %8s\n", "set",
               "goal", "engine", "threads", "count", "mean time", "mean pos",
               "K pos/s", "wrong", "ratio");
        break;
    case REPORT_CSV:
        printf("set,goal,engine,threads,mode,count,mean_time_us,mean_nb_pos,k_"
               "pos_per_s,"
               "wrong,time_ratio,book,board\n");
        break;
    case REPORT_JSON:
        report->json = json_array();
        break;
    }
    output_flush();
}

void report_add(struct report *report, const struct report_row *row,
                const struct report_row *first)
{
    struct figures figures = figures_of(row, first);
    switch (report->format) {
    case REPORT_TEXT:
        print_text(row, figures);
        break;
    case REPORT_CSV:
        print_csv(row, figures);
        break;
    case REPORT_JSON:
        json_append(&report->json, json_row(row, figures));
        break;
    }
    output_flush();
}

enum cli_status report_end(struct report *report)
{
    if (report->format != REPORT_JSON)
        return CLI_OK;
    return output_json(report->json, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
}

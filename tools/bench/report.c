#include "tools/bench/report.h"

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

    printf("%-18s %-6s %-12s %7d %5zu %9s %-2s %12s %8s %5zu %8.3f", row->set,
           row->goal, row->engine, row->threads, row->count,
           four_digits(figures.mean_us / scale, time),
           s    ? "s"
           : ms ? "ms"
                : "us",
           four_digits(figures.mean_positions, positions),
           four_digits(figures.thousands_per_second, speed), row->wrong,
           figures.ratio);
    if (strcmp(row->mode, "protocol") != 0)
        printf("  %s", row->mode);
    if (strcmp(row->mode, "pipe") == 0)
        printf(", %.0f lines/s", 1e6 / figures.mean_us);
    if (strcmp(row->book, "none") != 0)
        printf("  book %s", row->book);
    if (!value_is_default(row->board))
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

static void put_row(struct json *json, const struct report_row *row,
                    struct figures figures)
{
    json_begin_object(json, NULL);
    json_put_text(json, "set", row->set);
    json_put_text(json, "goal", row->goal);
    json_put_text(json, "engine", row->engine);
    json_put_integer(json, "threads", row->threads);
    json_put_text(json, "mode", row->mode);
    json_put_integer(json, "count", (int64_t)row->count);
    json_put_real(json, "mean_time_us", figures.mean_us);
    json_put_real(json, "mean_nb_pos", figures.mean_positions);
    json_put_real(json, "k_pos_per_s", figures.thousands_per_second);
    json_put_integer(json, "nodes", (int64_t)row->nodes);
    json_put_integer(json, "wrong", (int64_t)row->wrong);
    json_put_real(json, "time_ratio", figures.ratio);
    json_put_text(json, "book", row->book);
    json_put_format(json, "board", "%dx%d", row->board.width,
                    row->board.height);
    json_end(json);
}

void report_begin(struct report *report)
{
    if (report->begun)
        return;
    report->begun = true;
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
        report->json = (struct json){.indent = 2, .digits = 15};
        json_begin_array(&report->json, NULL);
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
        put_row(&report->json, row, figures);
        break;
    }
    output_flush();
}

enum cli_status report_end(struct report *report)
{
    if (report->format != REPORT_JSON)
        return CLI_OK;
    report_begin(report);
    json_end(&report->json);
    return output_json(&report->json);
}

#include "output/export_json.h"
#include "output/report_verdicts.h"
#include "selftest_report.h"
#include "stats/rate.h"

static json_t *config_json(const struct selftest_report *report)
{
    const struct plan *plan = report->plan;
    return json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:s, s:f, s:f, s:I}",        /**/
                     "positions", export_json_text(report->positions),                 /**/
                     "position_count", (json_int_t)plan->contenders[0].suite->count,   /**/
                     "runs", (json_int_t)report->selftest->runs,                       /**/
                     "launches", (json_int_t)report->launches,                         /**/
                     "rounds", (json_int_t)plan->rounds,                               /**/
                     "seed", (json_int_t)plan->seed,                                   /**/
                     "cpu", report->cpu < 0 ? json_null() : json_integer(report->cpu), /**/
                     "reference", plan->contenders[0].board->name,                     /**/
                     "level", summary_rule.level,                                      /**/
                     "equal_within", summary_rule.widest, "family",
                     (json_int_t)report->selftest->family);
}

static json_t *too_many_json(const struct selftest *selftest, struct selftest_bound bound)
{
    return bound.too_many <= selftest->trusted ? json_integer((json_int_t)bound.too_many)
                                               : json_null();
}

static json_t *bound_json(const struct selftest *selftest, struct selftest_bound bound)
{
    return json_pack("{s:I, s:o}", "most", (json_int_t)bound.worst, "too_many",
                     too_many_json(selftest, bound));
}

static json_t *alarms_json(const struct selftest *selftest)
{
    size_t alarms = selftest->controls[0].alarms, trusted = selftest->trusted;
    struct rate_interval rate = rate_interval_of(alarms, trusted, 0.95);
    return json_pack("{s:I, s:I, s:o, s:f, s:f, s:f, s:f, s:o}",                   /**/
                     "runs", (json_int_t)trusted,                                  /**/
                     "alarms", (json_int_t)alarms,                                 /**/
                     "rate", export_json_number((double)alarms / (double)trusted), /**/
                     "rate_low", rate.low,                                         /**/
                     "rate_high", rate.high,                                       /**/
                     "stated_rate", selftest_stated_rate(),                        /**/
                     "p", rate_at_least(alarms, trusted, selftest_stated_rate()),  /**/
                     "too_many", too_many_json(selftest, selftest_alarms(selftest)));
}

static json_t *row_json(const struct plan *plan, const struct selftest_row *row, size_t workload)
{
    bool limit = workload < plan->workload_count && plan->workloads[workload]->limit;
    return json_pack("{s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:o}",               /**/
                     "workload", report_workload_name(plan, workload),              /**/
                     "limit", limit,                                                /**/
                     "faster", (json_int_t)row->verdicts[STATS_FASTER],             /**/
                     "slower", (json_int_t)row->verdicts[STATS_SLOWER],             /**/
                     "equal", (json_int_t)row->verdicts[STATS_EQUAL],               /**/
                     "inconclusive", (json_int_t)row->verdicts[STATS_INCONCLUSIVE], /**/
                     "intervals", (json_int_t)row->intervals,                       /**/
                     "covered", (json_int_t)row->covered,                           /**/
                     "slowdown", export_json_number(row->slowdown));
}

static json_t *controls_json(const struct selftest_report *report)
{
    const struct selftest *selftest = report->selftest;
    json_t *controls = json_array();
    for (size_t i = 0; i < selftest->control_count; i++) {
        const struct selftest_control *control = &selftest->controls[i];
        json_t *rows = json_array();
        for (size_t row = 0; row < selftest->row_count; row++)
            json_array_append_new(rows, row_json(report->plan, &control->rows[row], row));
        json_array_append_new(controls, json_pack("{s:s, s:f, s:I, s:o}",                /**/
                                                  "board", control->name,                /**/
                                                  "slowdown", control->percent / 100.0,  /**/
                                                  "alarms", (json_int_t)control->alarms, /**/
                                                  "rows", rows));
    }
    return controls;
}

static json_t *smallest_json(const struct selftest_report *report)
{
    json_t *all = json_object();
    for (size_t row = 0; row < report->selftest->row_count; row++) {
        unsigned percent = selftest_smallest_seen(report->selftest, row);
        json_object_set_new(all, report_workload_name(report->plan, row),
                            percent > 0 ? json_real(percent / 100.0) : json_null());
    }
    return all;
}

bool selftest_report_json(FILE *out, const struct selftest_report *report)
{
    const struct selftest *selftest = report->selftest;
    char text[SELFTEST_TEXT_SIZE];
    return export_json_write(
        out, json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o}",           /**/
                       "machine", export_json_machine(report->machine),           /**/
                       "config", config_json(report),                             /**/
                       "verdict", selftest_verdict_text(selftest, text),          /**/
                       "false_alarms", alarms_json(selftest),                     /**/
                       "missed", bound_json(selftest, selftest_missed(selftest)), /**/
                       "denied", bound_json(selftest, selftest_denied(selftest)), /**/
                       "sight", export_json_number(selftest_sight(selftest)),     /**/
                       "controls", controls_json(report),                         /**/
                       "smallest_seen", smallest_json(report)));
}

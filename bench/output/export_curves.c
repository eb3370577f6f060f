#include "export_curves.h"

#include <inttypes.h>
#include <math.h>

bool export_has_mobility(const struct report *report)
{
    return curve_has(report->curves, CURVE_MOBILITY);
}

bool export_has_depths(const struct report *report)
{
    return curve_has(report->curves, CURVE_DEPTHS);
}

static bool is_known(const struct curve_figure *figure)
{
    return !isnan(figure->ns);
}

static void put_figure(FILE *out, const struct curve_figure *figure)
{
    fprintf(out, "\t%.4f\t%.4f\t%.4f\n", figure->ns, figure->low, figure->high);
}

bool export_mobility(FILE *out, const struct report *report)
{
    const struct plan *plan = &report->curves->plan;
    const struct curve_bands *bands = &report->curves->bands;
    fputs("workload\tboard\tfewest\tmost\tpositions\tmoves\tns_per_move\tlow\thigh\n", out);
    for (size_t i = 0; i < plan->workload_count; i++) {
        if (curve_kind_of(plan->workloads[i]) != CURVE_MOBILITY)
            continue;
        for (size_t step = 0; step < bands->count; step++) {
            const struct curve_band *band = &bands->band[step];
            for (size_t board = 0; board < plan->contender_count; board++) {
                const struct curve_figure *figure = curve_figure(report->curves, i, step, board);
                if (!is_known(figure))
                    continue;
                fprintf(out, "%s\t%s\t%u\t%u\t%zu\t%.2f", plan->workloads[i]->name,
                        plan->contenders[board].board->name, band->fewest, band->most, band->count,
                        (double)band->moves / (double)band->count);
                put_figure(out, figure);
            }
        }
    }
    return true;
}

bool export_depths(FILE *out, const struct report *report)
{
    const struct plan *plan = &report->curves->plan;
    fputs("mode\tboard\tdepth\tnodes\tns_per_node\tlow\thigh\n", out);
    for (size_t i = 0; i < plan->workload_count; i++) {
        for (size_t board = 0; board < plan->contender_count; board++) {
            for (unsigned depth = 1; depth <= report->curves->deepest[i]; depth++) {
                const struct curve_figure *figure =
                    curve_figure(report->curves, i, depth - 1, board);
                if (!is_known(figure))
                    continue;
                fprintf(out, "%s\t%s\t%u\t%" PRIu64, curve_mode(plan->workloads[i]),
                        plan->contenders[board].board->name, depth, curve_start_nodes[depth]);
                put_figure(out, figure);
            }
        }
    }
    return true;
}

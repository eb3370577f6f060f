/* The options of xqperft uci. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "perft.h"
#include "text.h"
#include "uci.h"

enum { MEGABYTE_BITS = 20, MAX_HASH_MEGABYTES = 1 << 20 };

/* The value of an option is a number: of a combo, that of a choice. */
struct setting {
    const char *name;
    const char *(*choice)(size_t index); /* NULL behind the last; of a spin, NULL itself */
    uint64_t min, max;                   /* of a spin */
    uint64_t (*get)(const struct uci *uci);
    void (*set)(struct uci *uci, uint64_t value);
};

bool uci_renew_hash(struct uci *uci)
{
    const struct options *options = &uci->options;
    hash_free(uci->hash);
    uci->hash = NULL;
    if (options->hash_size == 0)
        return true;
    uci->hash = hash_new(options->hash_size, !options->no_mirror, options->hash_check);
    if (uci->hash)
        return true;
    uci->options.hash_size = 0;
    return false;
}

static void renew_hash(struct uci *uci)
{
    size_t megabytes = uci->options.hash_size >> MEGABYTE_BITS;
    if (!uci_renew_hash(uci))
        uci_error("Hash: not enough memory for %zu MB: %s; it is 0 now", megabytes,
                  strerror(errno));
}

static const char *board_choice(size_t index)
{
    const struct board *board = board_at(index);
    return board ? board->name : NULL;
}

static uint64_t board_get(const struct uci *uci)
{
    size_t index = 0;
    while (board_at(index) && board_at(index) != uci->options.boards[0])
        index++;
    return index;
}

/* A hash of its own: what boards shared would hide where they differ. */
static void board_set(struct uci *uci, uint64_t value)
{
    const struct board *board = board_at(value);
    enum policy policy = uci->options.policy;
    uci->options.boards[0] = board;
    renew_hash(uci);
    if (policy == POLICY_COUNT || board_has(board, policy))
        return;
    uci->options.policy = POLICY_COUNT;
    uci_error("Policy: %s has no %s; it is %s now", board->name, policy_name(policy),
              policy_name(board->fastest));
}

static const char *policy_choice(size_t index)
{
    return index < POLICY_COUNT ? policy_name((enum policy)index) : NULL;
}

static uint64_t policy_get(const struct uci *uci)
{
    return options_policy(&uci->options, uci->options.boards[0]);
}

static void policy_set(struct uci *uci, uint64_t value)
{
    char names[BOARD_NAMES_SIZE];
    enum policy policy = (enum policy)value;
    if (board_has(uci->options.boards[0], policy))
        uci->options.policy = policy;
    else
        uci_error("Policy: %s has no %s; the boards that have it are %s",
                  uci->options.boards[0]->name, policy_name(policy), boards_with(policy, names));
}

static uint64_t threads_get(const struct uci *uci)
{
    return uci->options.threads;
}

static void threads_set(struct uci *uci, uint64_t value)
{
    uci->options.threads = (unsigned)value;
}

static uint64_t hash_get(const struct uci *uci)
{
    return uci->options.hash_size >> MEGABYTE_BITS;
}

static void hash_set(struct uci *uci, uint64_t value)
{
    uci->options.hash_size = (size_t)value << MEGABYTE_BITS;
    renew_hash(uci);
}

static const char *ranks_choice(size_t index)
{
    static const char *const names[] = {[RANKS_FROM_0] = "0-9", [RANKS_FROM_1] = "1-10"};
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

static uint64_t ranks_get(const struct uci *uci)
{
    return uci->options.ranks;
}

static void ranks_set(struct uci *uci, uint64_t value)
{
    uci->options.ranks = (enum ranks)value;
}

/* There is one variant; it may be chosen all the same, as drivers of engines with many do. */
static const char *variant_choice(size_t index)
{
    return index == 0 ? "xiangqi" : NULL;
}

static uint64_t variant_get(const struct uci *uci)
{
    (void)uci;
    return 0;
}

static void variant_set(struct uci *uci, uint64_t value)
{
    (void)uci;
    (void)value;
}

static const struct setting settings[] = {
    {.name = "Board", .choice = board_choice, .get = board_get, .set = board_set},
    {.name = "Policy", .choice = policy_choice, .get = policy_get, .set = policy_set},
    {.name = "Threads", .min = 1, .max = PERFT_MAX_THREADS, .get = threads_get, .set = threads_set},
    {.name = "Hash", .min = 0, .max = MAX_HASH_MEGABYTES, .get = hash_get, .set = hash_set},
    {.name = "Coordinates", .choice = ranks_choice, .get = ranks_get, .set = ranks_set},
    {.name = "UCI_Variant", .choice = variant_choice, .get = variant_get, .set = variant_set},
};

_Static_assert((SIZE_MAX >> MEGABYTE_BITS) >= MAX_HASH_MEGABYTES, "a size in bytes is a size_t");

enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

void uci_options_print(const struct uci *uci)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const struct setting *setting = &settings[i];
        uint64_t value = setting->get(uci);
        printf("option name %s type ", setting->name);
        if (setting->choice) {
            printf("combo default %s", setting->choice(value));
            for (size_t j = 0; setting->choice(j); j++)
                printf(" var %s", setting->choice(j));
            putchar('\n');
        } else {
            printf("spin default %" PRIu64 " min %" PRIu64 " max %" PRIu64 "\n", value,
                   setting->min, setting->max);
        }
    }
}

static void set_choice(struct uci *uci, const struct setting *setting, struct words text)
{
    char shown[UCI_SHOWN_SIZE];
    uint64_t value = 0;
    while (setting->choice(value) && !words_equal_letters(text, setting->choice(value)))
        value++;
    if (setting->choice(value)) {
        setting->set(uci, value);
        return;
    }
    uci_error_names(setting->choice, "%s: unknown value %s", setting->name, uci_shown(text, shown));
}

static void set_number(struct uci *uci, const struct setting *setting, struct words text)
{
    char shown[UCI_SHOWN_SIZE];
    uint64_t value = 0;
    if (text_number(text.text, text.length, setting->max, &value) == NUMBER_OK &&
        value >= setting->min)
        setting->set(uci, value);
    else
        uci_error("%s: expected a whole number of %" PRIu64 " to %" PRIu64 ", got %s",
                  setting->name, setting->min, setting->max, uci_shown(text, shown));
}

static const struct setting *find_setting(struct words name)
{
    for (size_t i = 0; i < SETTING_COUNT; i++)
        if (words_equal_letters(name, settings[i].name))
            return &settings[i];
    return NULL;
}

static const char *setting_name(size_t index)
{
    return index < SETTING_COUNT ? settings[index].name : NULL;
}

void uci_options_set(struct uci *uci, struct words rest)
{
    char shown[UCI_SHOWN_SIZE];
    struct words word;
    bool named = words_next(&rest, &word) && words_equal(word, "name");
    struct words name = named ? words_until(&rest, "value") : (struct words){"", 0};
    const struct setting *setting = find_setting(name);
    words_next(&rest, &word);
    struct words value = words_until(&rest, NULL);
    if (name.length == 0)
        uci_error("setoption: expected 'name NAME value VALUE'");
    else if (!setting)
        uci_error_names(setting_name, "unknown option %s", uci_shown(name, shown));
    else if (value.length == 0)
        uci_error("%s: expected 'value VALUE', got nothing", setting->name);
    else if (setting->choice)
        set_choice(uci, setting, value);
    else
        set_number(uci, setting, value);
}

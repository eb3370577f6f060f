/* A strict reader of markup, which takes well-formed XML alone, for pages that are also HTML. */
#ifndef XQPERFT_TESTS_MARKUP_H
#define XQPERFT_TESTS_MARKUP_H

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MARKUP_DEPTH = 64, MARKUP_NAME = 40, MARKUP_IDS = 1000 };

struct markup {
    const char *at;
    char open[MARKUP_DEPTH][MARKUP_NAME]; /* elements that have not ended */
    size_t depth;
    char ids[MARKUP_IDS][MARKUP_NAME]; /* all ids; no two are the same */
    size_t id_count;
    size_t elements;
};

static inline void markup_name(struct markup *markup, char name[MARKUP_NAME])
{
    size_t length = 0;
    while (isalnum((unsigned char)markup->at[length]) || strchr("-_:", markup->at[length])) {
        if (markup->at[length] == '\0')
            break;
        length++;
    }
    cr_assert(length > 0 && length < MARKUP_NAME, "no name: %.60s", markup->at);
    snprintf(name, MARKUP_NAME, "%.*s", (int)length, markup->at);
    markup->at += length;
}

/* Text up to one of the characters: no '<', and no '&' that is not an entity of XML. */
static inline void markup_text(struct markup *markup, char end)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *markup->at && *markup->at != end; markup->at++) {
        cr_assert_neq(*markup->at, '<', "%.60s", markup->at);
        if (*markup->at != '&')
            continue;
        size_t i = 0;
        while (i < 5 && strncmp(markup->at, entities[i], strlen(entities[i])) != 0)
            i++;
        cr_assert_lt(i, 5, "not an entity: %.60s", markup->at);
    }
}

static inline void markup_attribute(struct markup *markup)
{
    char name[MARKUP_NAME];
    markup_name(markup, name);
    cr_assert(strncmp(markup->at, "=\"", 2) == 0, "%s: %.60s", name, markup->at);
    markup->at += 2;
    const char *value = markup->at;
    markup_text(markup, '"');
    size_t length = (size_t)(markup->at - value);
    cr_assert_eq(*markup->at++, '"', "%s is not closed", name);
    cr_assert(strcmp(name, "src") != 0 && strncmp(name, "on", 2) != 0, "%s: %.60s", name, value);
    if (strcmp(name, "href") == 0)
        cr_assert_eq(*value, '#', "refers to something outside: %.60s", value);
    if (strcmp(name, "id") != 0)
        return;
    cr_assert(length > 0 && length < MARKUP_NAME && markup->id_count < MARKUP_IDS, "%.60s", value);
    snprintf(markup->ids[markup->id_count], MARKUP_NAME, "%.*s", (int)length, value);
    for (size_t i = 0; i < markup->id_count; i++)
        cr_assert_str_neq(markup->ids[i], markup->ids[markup->id_count], "an id twice");
    markup->id_count++;
}

static inline void markup_element(struct markup *markup)
{
    cr_assert_lt(markup->depth, MARKUP_DEPTH);
    markup->at++;
    markup_name(markup, markup->open[markup->depth]);
    markup->elements++;
    while (*markup->at == ' ' || *markup->at == '\n') {
        markup->at += strspn(markup->at, " \n");
        if (!strchr("/>", *markup->at))
            markup_attribute(markup);
    }
    if (*markup->at == '/')
        markup->at++;
    else
        markup->depth++;
    cr_assert_eq(*markup->at, '>', "not the end of an element: %.60s", markup->at);
    markup->at++;
}

static inline void markup_end(struct markup *markup)
{
    char name[MARKUP_NAME];
    markup->at += 2;
    markup_name(markup, name);
    cr_assert_gt(markup->depth, 0, "</%s> without a beginning", name);
    cr_assert_str_eq(name, markup->open[--markup->depth], "another element ends");
    cr_assert_eq(*markup->at++, '>');
}

/* Reads it all: every element ends where it must, nothing refers to anything outside, and no id
 * stands twice. Returns how many elements there are. */
static inline size_t markup_check(const char *text)
{
    static struct markup markup;
    memset(&markup, 0, sizeof markup);
    markup.at = text;
    if (strncmp(markup.at, "<!DOCTYPE html>", 15) == 0)
        markup.at += 15;
    while (*markup.at) {
        if (strncmp(markup.at, "</", 2) == 0)
            markup_end(&markup);
        else if (*markup.at == '<')
            markup_element(&markup);
        else
            markup_text(&markup, '<');
    }
    cr_assert_eq(markup.depth, 0, "<%s> does not end", markup.open[markup.depth - 1]);
    return markup.elements;
}

#endif

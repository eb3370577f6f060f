/* A session of xqperft uci, as its commands and its options see it. */
#ifndef XQPERFT_CLI_UCI_H
#define XQPERFT_CLI_UCI_H

#include "hash.h"
#include "options.h"
#include "words.h"

struct uci {
    struct options options; /* with one board */
    struct position position;
    struct hash *hash; /* NULL without */
    bool quit;
};

enum { UCI_SHOWN_SIZE = 64 };

/* "info string error: MESSAGE": what cannot be done is said, and the session goes on. */
void uci_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, followed by "; there are NAME, NAME, ...": all that `name` gives before it gives NULL.
 */
void uci_error_names(const char *(*name)(size_t index), const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What was read, in quotation marks, printable and cut when long; "nothing" for no text. Returns
 * `out`. */
char *uci_shown(struct words words, char out[UCI_SHOWN_SIZE]);

/* Makes the hash that the options ask for, empty, in place of the one there is. False with errno
 * set, and no hash then, when there is not enough memory. */
bool uci_renew_hash(struct uci *uci);

/* Does what one line says, and answers it on standard output. */
void uci_line(struct uci *uci, struct words line);

/* The lines `option name ... type ...` that answer `uci`, with what is set now as default. */
void uci_options_print(const struct uci *uci);

/* Does `setoption`, given what follows that word. */
void uci_options_set(struct uci *uci, struct words rest);

#endif

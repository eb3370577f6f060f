/*
 * All that can be wrong or odd with this engine, each behind a switch of its own. The name of a
 * switch is its constant in small letters with dashes: HORSE_JUMPS is "horse-jumps".
 *
 * X(constant, kind, rule, text): `rule` is the slug of the rule that is broken, "-" for none. The
 * text of what a careful reader of the engine copes with says "harmless".
 */
#ifndef FAULTY_ENGINE_QUIRKS_H
#define FAULTY_ENGINE_QUIRKS_H

#include <stdbool.h>

/* Wrong moves. */
#define FAULTS(X)                                                                                  \
    X(OWN_CAPTURE, "fault", "own-piece", "own pieces may be captured, but for the king")           \
    X(KING_DIAGONAL, "fault", "king-step", "a king steps diagonally, too")                         \
    X(KING_LEAVES, "fault", "palace", "a king leaves the palace")                                  \
    X(ADVISOR_LEAVES, "fault", "palace", "an advisor leaves the palace")                           \
    X(PALACE_WIDE, "fault", "palace", "the palace has the files c to f")                           \
    X(PALACE_DEEP, "fault", "palace", "the palace has four ranks")                                 \
    X(ADVISOR_STRAIGHT, "fault", "advisor-step", "an advisor steps straight, too")                 \
    X(ELEPHANT_SHORT, "fault", "elephant-step", "an elephant goes one step diagonally, too")       \
    X(ELEPHANT_JUMPS, "fault", "elephant-eye", "an elephant jumps over its eye")                   \
    X(ELEPHANT_CROSSES, "fault", "river", "an elephant crosses the river")                         \
    X(HORSE_STRAIGHT, "fault", "horse-step", "a horse goes two steps straight, too")               \
    X(HORSE_JUMPS, "fault", "horse-leg", "a horse jumps over its leg")                             \
    X(HORSE_LEG_AT_TARGET, "fault", "horse-leg", "a horse's leg is looked for at its target")      \
    X(HORSE_PASSES_OWN, "fault", "horse-leg", "only enemy pieces block a horse")                   \
    X(HORSE_PASSES_ENEMY, "fault", "horse-leg", "only own pieces block a horse")                   \
    X(ROOK_JUMPS, "fault", "rook-path", "a rook captures the second piece in its way, too")        \
    X(ROOK_STOPS_SHORT, "fault", "rook-path", "a rook misses the last free square of its way")     \
    X(CANNON_JUMPS, "fault", "cannon-path", "a cannon jumps without capturing")                    \
    X(CANNON_LIKE_ROOK, "fault", "cannon-screen", "a cannon captures as a rook does")              \
    X(CANNON_NO_SCREEN, "fault", "cannon-screen", "a cannon captures without a screen, too")       \
    X(CANNON_TWO_SCREENS, "fault", "cannon-screen", "a cannon captures over two screens, too")     \
    X(CANNON_OWN_SCREEN, "fault", "cannon-screen", "own pieces are no screens for a cannon")       \
    X(CANNON_NEAR_PREY, "fault", "cannon-screen", "a cannon captures right behind a screen only")  \
    X(PAWN_DOUBLE_STEP, "fault", "pawn-step", "a pawn's first move may be two steps")              \
    X(PAWN_BACKWARD, "fault", "pawn-backward", "a pawn across the river steps backward, too")      \
    X(PAWN_BLACK_UP, "fault", "pawn-backward", "Black's pawns move as Red's do")                   \
    X(PAWN_ALWAYS_SIDEWAYS, "fault", "pawn-sideways", "a pawn steps sideways at home, too")        \
    X(PAWN_NEVER_SIDEWAYS, "fault", "pawn-sideways", "a pawn never steps sideways")                \
    X(PAWN_RIVER_EARLY, "fault", "pawn-sideways", "the river lies a rank too near for pawns")      \
    X(PAWN_RIVER_LATE, "fault", "pawn-sideways", "the river lies a rank too far for pawns")        \
    X(CHECK_IGNORED, "fault", "check", "the king may be left in check, kings may face each other") \
    X(CHECK_ROOK_UNSEEN, "fault", "check", "a rook gives no check")                                \
    X(CHECK_CANNON_UNSEEN, "fault", "check", "a cannon gives no check")                            \
    X(CHECK_CANNON_AS_ROOK, "fault", "check", "a cannon gives check without a screen only")        \
    X(CHECK_CANNON_MANY, "fault", "check", "a cannon gives check over any number of screens")      \
    X(CHECK_HORSE_UNSEEN, "fault", "check", "a horse gives no check")                              \
    X(CHECK_HORSE_JUMPS, "fault", "check", "a horse gives check over its leg")                     \
    X(CHECK_HORSE_LEG_AT_KING, "fault", "check", "a checking horse's leg is sought at the king")   \
    X(CHECK_PAWN_UNSEEN, "fault", "check", "a pawn gives no check")                                \
    X(CHECK_PAWN_SIDE_UNSEEN, "fault", "check", "a pawn gives no check from the side")             \
    X(CHECK_PAWN_BEHIND, "fault", "check", "a pawn gives check from behind the king")              \
    X(CHECK_KING_SHADOW, "fault", "check", "a king that moves still stands in the way of checks")  \
    X(CHECK_KING_ONLY, "fault", "check", "only the king moves when it is in check")                \
    X(KINGS_FACE, "fault", "kings-facing", "kings may face each other")                            \
    X(KINGS_SEE_THROUGH, "fault", "kings-facing", "kings may not stand on one file at all")        \
    X(KINGS_SEE_THROUGH_OWN, "fault", "kings-facing", "own pieces do not part the kings")          \
    X(KINGS_FACE_UNMOVED, "fault", "kings-facing", "kings facing is tested for king moves only")   \
    X(MOVE_TWICE, "fault", "-", "the first move is listed twice")

/* Right moves from every FEN, counted wrongly or made wrongly. */
#define PERFT_FAULTS(X)                                                                            \
    X(TOTAL_PLUS_ONE, "perft-fault", "-", "from depth 2 on, the total is one too many")            \
    X(BULK_PSEUDO, "perft-fault", "-", "from depth 2 on, leaves are not tested for check")         \
    X(DEAD_ENDS_COUNT, "perft-fault", "-",                                                         \
      "a node without moves above the last ply counts as one")                                     \
    X(KING_NOT_UNMADE, "perft-fault", "-", "unmaking a king's move forgets where the king is")     \
    X(COUNTS_OF_16_BITS, "perft-fault", "-", "counts of subtrees are kept in 16 bits")             \
    X(HASH_OF_16_BITS, "perft-fault", "-", "subtrees with the same 16 bits of hash are confused")  \
    X(ROW_LOST, "perft-fault", "-", "the last row is not printed, but is in the total")            \
    X(RESTLESS, "perft-fault", "-", "every second answer of a process has one too many")           \
    X(DEPTH_PLUS_ONE, "perft-fault", "-", "counts are those of one ply more")                      \
    X(MOVES_KING_STALE, "perft-fault", "-", "a king's move in `moves` forgets where the king is")  \
    X(MOVES_GHOST, "perft-fault", "-", "the last piece that `moves` captures still has its moves") \
    X(MOVES_SIDE, "perft-fault", "-", "the side to move is that of the FEN, whatever `moves` says")

/* None of these is left running for longer than ten minutes. */
#define MISBEHAVIOURS(X)                                                                           \
    X(CRASH_START, "misbehaviour", "-", "is ended by SIGSEGV at once")                             \
    X(EXIT_START, "misbehaviour", "-", "exits at once with status 7 and a line on standard error") \
    X(HANG_START, "misbehaviour", "-", "reads and says nothing at all")                            \
    X(FLOOD_START, "misbehaviour", "-", "prints lines from the start, and never reads")            \
    X(NOT_UCI, "misbehaviour", "-", "answers everything with prose")                               \
    X(ECHO, "misbehaviour", "-", "answers everything by repeating it")                             \
    X(NO_PERFT, "misbehaviour", "-", "answers 'go perft' with a best move")                        \
    X(EXIT_GO, "misbehaviour", "-", "exits with status 0 when asked")                              \
    X(CRASH_GO, "misbehaviour", "-", "aborts when asked, with a message on standard error")        \
    X(CRASH_SIXTH, "misbehaviour", "-", "is ended by SIGSEGV at the sixth 'go' of a process")      \
    X(CRASH_MIDDLE, "misbehaviour", "-", "aborts in the middle of a line in mid-list")             \
    X(HANG_GO, "misbehaviour", "-", "says nothing when asked")                                     \
    X(HANG_SIXTH, "misbehaviour", "-", "says nothing at the sixth 'go' of a process")              \
    X(HANG_MIDDLE, "misbehaviour", "-", "stops in mid-list")                                       \
    X(HANG_TOTAL, "misbehaviour", "-", "stops before the total")                                   \
    X(TRICKLE, "misbehaviour", "-", "takes a quarter of a second for each row")                    \
    X(FLOOD, "misbehaviour", "-", "prints lines without end when asked")                           \
    X(FLOOD_LINE, "misbehaviour", "-", "prints one line without end when asked")                   \
    X(CLOSES_OUTPUT, "misbehaviour", "-", "closes its output when asked, and sleeps")              \
    X(GRANDCHILD, "misbehaviour", "-", "crashes when asked, leaving a child with its pipes")       \
    X(NO_TOTAL, "misbehaviour", "-", "prints no total")                                            \
    X(NO_NEWLINE, "misbehaviour", "-", "exits after one answer, whose last line does not end")     \
    X(WORD_COUNT, "misbehaviour", "-", "prints a word for the count in mid-list")                  \
    X(HUGE_COUNT, "misbehaviour", "-", "prints a count of 24 digits in mid-list")                  \
    X(NEGATIVE_COUNT, "misbehaviour", "-", "prints a count of -1 in mid-list")                     \
    X(TOO_MANY, "misbehaviour", "-", "lists 2000 moves")                                           \
    X(STRAYS, "misbehaviour", "-", "lists a9a10, j0i0 and 0000, too")                              \
    X(BAD_STATUS, "misbehaviour", "-", "answers well, but ends with status 3")                     \
    X(BANNER, "misbehaviour", "-", "harmless: art, colours and prose at the start and between")    \
    X(LATIN1, "misbehaviour", "-", "harmless: NUL and bytes that are no UTF-8 around answers")     \
    X(AFTERTHOUGHTS, "misbehaviour", "-", "harmless: times, speed and another total afterwards")   \
    X(DOUBLE_OK, "misbehaviour", "-", "harmless: says uciok and readyok twice")                    \
    X(FLOOD_STDERR, "misbehaviour", "-", "harmless: a megabyte on standard error before answers")  \
    X(IGNORE_QUIT, "misbehaviour", "-", "harmless but in scripts: only SIGKILL ends it")           \
    X(GRANDCHILD_QUIT, "misbehaviour", "-", "harmless: at its end leaves a child with its pipes")  \
    X(DAEMON_QUIT, "misbehaviour", "-", "harmless: the same, in a session of its own, for 5 s")

/* Ways of speaking; several can be combined. */
#define DIALECTS(X)                                                                                \
    X(RANKS_1, "dialect", "-", "ranks are 1 to 10")                                                \
    X(RED_R, "dialect", "-", "Red's side letter is r; w is read as Black")                         \
    X(RED_R_STRICT, "dialect", "-", "Red's side letter is r; w is a crash")                        \
    X(HORSE_H, "dialect", "-", "only H and E are horse and elephant; N and B are left out")        \
    X(VARIANT, "dialect", "-", "plays western chess until UCI_Variant is xiangqi")                 \
    X(VARIANT_NONE, "dialect", "-", "plays western chess; UCI_Variant offers no xiangqi")          \
    X(CHESS, "dialect", "-", "plays western chess only")                                           \
    X(IGNORES_MOVES, "dialect", "-", "what follows `moves` is ignored")                            \
    X(IGNORES_SIDE, "dialect", "-", "a FEN's side to move is ignored: it is Red's turn")           \
    X(IGNORES_FEN, "dialect", "-", "a FEN is ignored: it is the starting position")                \
    X(CRLF, "dialect", "-", "lines end in CR LF")                                                  \
    X(EQUALS, "dialect", "-", "rows are 'h2e2 = 1', the total is 'Total: 44'")                     \
    X(NODES_COLON, "dialect", "-", "the total is 'Nodes: 44'")                                     \
    X(BARE, "dialect", "-", "rows are 'h2e2 1', the total is '44', as --script prints them")       \
    X(DASHES, "dialect", "-", "moves are printed as h2-e2")                                        \
    X(UPPER, "dialect", "-", "moves are printed as H2E2")                                          \
    X(INFO_STRING, "dialect", "-", "'info string' stands before every row and total")

#define QUIRKS(X) FAULTS(X) PERFT_FAULTS(X) MISBEHAVIOURS(X) DIALECTS(X)

#define QUIRK_CONSTANT(constant, kind, rule, text) constant,
enum quirk { QUIRKS(QUIRK_CONSTANT) QUIRK_COUNT };

bool has(enum quirk quirk);

/* Switches one on whose kind contains `kind` ("fault" is in both kinds of fault). False when there
 * is none of this name. */
bool quirk_set(const char *kind, const char *name);

/* All of them as tab-separated values under a heading. */
void quirks_list(void);

#endif

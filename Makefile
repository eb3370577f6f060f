# build/xqperft, build/xqbench and their tests. `make help` lists what can be made.
#
#   ARCH=native|x86-64|x86-64-v3|…   the processor to build for (-march); nothing: as the compiler is set
#   CC=gcc|clang                     the compiler
#   SANITIZE=address,undefined       builds with sanitizers, into a folder of its own
#   BUILD=dir                        where everything is built
#   V=1                              show the commands
#
# and of `make install`:
#
#   PREFIX=dir LIBDIR=dir            where it installs: /usr/local, and $(PREFIX)/lib
#   DESTDIR=dir                      a folder that all of it goes below, for packages

CC       ?= cc
ifeq ($(origin CC),default)
CC       := $(if $(shell command -v gcc),gcc,cc)
endif
ARCH     ?= native
SANITIZE ?=
ifeq ($(strip $(BUILD)),)
override BUILD := build$(if $(SANITIZE),/$(notdir $(lastword $(CC)))-sanitize)
endif
# Names of folders stand in rules and, in single quotes, in recipes.
SPECIAL := ' " \ $$ : ; % * ? & | < > ( ) ` = \#
UNFIT   := $(word 2,$(BUILD))$(filter -%,$(BUILD))$(if $(filter x$(BUILD)x,x$(strip $(BUILD))x),,blank) \
           $(foreach char,$(SPECIAL),$(findstring $(char),$(BUILD)))
ifneq ($(strip $(UNFIT)),)
$(error BUILD is '$(BUILD)'; it may have no blank, quote or other special character)
endif
ifneq ($(filter -%,$(firstword $(RESULTS))),)
$(error RESULTS is '$(RESULTS)'; it may not look like an option)
endif
PREFIX   ?= /usr/local
LIBDIR   ?= $(PREFIX)/lib
ifneq ($(filter-out /%,$(firstword $(PREFIX)) $(firstword $(LIBDIR))),)
$(error PREFIX and LIBDIR are full paths, not '$(PREFIX)' and '$(LIBDIR)'; DESTDIR is what goes before them)
endif
TREE     := .
OPTIMISE ?= -O3

# Flags that the compiler may not know, or not for its processor: those that it takes without a word.
known     = $(shell $(CC) -Werror $(1) -E -x c /dev/null >/dev/null 2>&1 && echo '$(strip $(1))')

COMPILER  = $(shell $(CC) --version | head -n 1)
CLANG     = $(findstring clang,$(COMPILER))
# The boards are compared with each other, so they are compiled alike; code is aligned because
# identical loops moved by a few bytes of padding differ in speed.
ALIGN     = -falign-functions=64 $(call known,-falign-loops=32) $(if $(CLANG),,-falign-jumps=16)
WARN     := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
            -Wvla -Wwrite-strings -Werror
CFLAGS   ?= $(if $(filter undefined address%,$(SANITIZE)),-O1 -g -fno-omit-frame-pointer,$(OPTIMISE))
# gcc 12 does not know newer AVX-512 processors and, given their 32 vector registers, keeps integers
# there: every board lost 10-40 % to the copying. None of them uses AVX-512 itself.
MARCH     = $(if $(ARCH),-march=$(ARCH)) $(call known,-mno-avx512f)
INCLUDE  := -Isrc -Isrc/rules -Isrc/engine -Ibench
# Of `make pgo`: with `generate` programs note what they do; with `use` they are optimised for what was
# noted, which is in BUILD. What no training reached is compiled as without.
PROFILING :=
PROFILED_generate = $(if $(CLANG),-fprofile-instr-generate,-fprofile-generate -fprofile-update=single)
PROFILED_use      = $(if $(CLANG),-fprofile-instr-use,-fprofile-use $(call known,-fprofile-partial-training))
PROFILED    = $(PROFILED_$(PROFILING))
# Where clang looks for it depends on BUILD; gcc looks beside the object. Counting changes what gcc inlines
# and so what it warns of, which the build without a profile has not.
PROFILE_CFLAGS = $(PROFILED:-fprofile-instr-use=-fprofile-instr-use=$(BUILD)/profdata) \
                 $(if $(PROFILED),$(if $(CLANG),,-Wno-error -Werror=coverage-mismatch))
# libFuzzer finds its way by code that it is told of. Checks of pointers, which the address sanitizer has, too,
# become so much of that in the boards that clang takes minutes for each.
FUZZING     := $(findstring fuzzer,$(SANITIZE))
NOT_FUZZED  := null,alignment,object-size,pointer-overflow
ALL_CFLAGS  = -std=c11 -D_GNU_SOURCE $(WARN) $(CFLAGS) $(MARCH) $(ALIGN) -pthread $(INCLUDE) \
              $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all) \
              $(if $(FUZZING),-fno-sanitize=$(NOT_FUZZED)) $(strip $(filter-out $(UNPROFILED),$(PROFILE_CFLAGS)))
ALL_LDFLAGS = $(LDFLAGS) -pthread $(if $(SANITIZE),-fsanitize=$(SANITIZE)) $(filter %-generate,$(PROFILED))

# Releases that differ in more than the last number of the version may have another ABI.
VERSION   = $(shell sed -n 's/^\#define XQPERFT_VERSION "\(.*\)"/\1/p' src/version.h)
SOVERSION = $(word 1,$(subst ., ,$(VERSION))).$(word 2,$(subst ., ,$(VERSION)))

COMMIT    = $(shell git -C '$(TREE)' describe --always --dirty 2>/dev/null || echo unknown)
IDENTITY  = -DBUILD_COMPILER='"$(COMPILER)"' \
            -DBUILD_FLAGS='"$(CFLAGS) $(MARCH) $(strip $(ALIGN) $(PROFILED))"' \
            -DBUILD_ARCH='"$(ARCH)"' -DBUILD_COMMIT='"$(COMMIT)"'

LIB_SRC   := $(wildcard src/*.c src/boards/*.c src/boards/*/*.c src/rules/*.c src/engine/*.c src/deep/*.c)
CLI_SRC   := $(wildcard src/cli/*.c)
BENCH_SRC := $(wildcard bench/*.c bench/*/*.c)
TEST_SRC  := $(wildcard tests/*.c)
FAULTY_SRC := $(wildcard tests/faulty-engine/*.c)
FUZZ_SRC  := $(wildcard tests/fuzz/*.c)
object     = $(patsubst %.c,$(BUILD)/%.o,$(1))
SUITES    := $(wildcard positions/*.epd)

LIBRARY  := $(BUILD)/libxqperft.a
XQPERFT  := $(BUILD)/xqperft
XQBENCH  := $(BUILD)/xqbench
TESTS    := $(BUILD)/run-tests
FAULTY   := $(BUILD)/faulty-engine
FUZZERS  := $(patsubst tests/fuzz/fuzz_%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

Q   := $(if $(V),,@)
SAY := @$(if $(V),:,echo ' ')

# What scripts read: their environment needs no quotes.
export RESULTS
ifdef ENGINE
export ENGINES := $(ENGINE)
endif

# The results that README.md shows are measured here, so that the tree stays as it was committed, and
# `make clean` leaves them.
REFERENCE := results/reference-new
STEPS     := boards variants versus compilers selftest

.PHONY: all check check-deep check-sanitize sanitized check-portable fuzz fuzzers counted gate gate-build baseline bench bench-compilers pgo \
  report versus reference $(addprefix reference-,$(STEPS) publish) fmt fmt-check installable install uninstall deb clean help FORCE

all: $(XQPERFT) $(XQBENCH) ## build both programs and the library (the default)

$(LIBRARY): $(call object,$(LIB_SRC))
	@rm -f $@
	$(SAY) AR $@
	$(Q)$(AR) rcs $@ $^

$(XQPERFT): $(call object,$(CLI_SRC)) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ -ljansson

$(XQBENCH): $(call object,$(BENCH_SRC)) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ -ljansson -lgsl -lgslcblas -lm -ldl

# What is in the folder is found before the libraries of the system, by those libraries, too.
$(TESTS): $(call object,$(TEST_SRC) src/cli/draw.c $(filter-out bench/main.c,$(BENCH_SRC))) $(LIBRARY) | $(BUILD)/no-libgit2
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/no-libgit2' -o $@ $^ \
	  -lcriterion -ljansson -lgsl -lgslcblas -lm -ldl

# By the name that Criterion's library knows; one that wants more of libgit2 than this has gets the real one.
$(BUILD)/no-libgit2: tests/no-libgit2/libgit2.c $(BUILD)/flags
	@rm -rf $@
	@mkdir -p $@
	@criterion=$$($(CC) -print-file-name=libcriterion.so); \
	  name=$$(readelf -d "$$criterion" 2>/dev/null | sed -n 's/.*NEEDED.*\[\(libgit2\.so[^]]*\)\].*/\1/p'); \
	  for function in $$(nm -D -u "$$criterion" 2>/dev/null | grep -o 'git_[a-z0-9_]*'); do \
	    grep -q "^int $$function(void)$$" $< || name=; done; \
	  [ -z "$$name" ] || $(CC) -shared -fPIC -Wl,-soname,"$$name" -o "$@/$$name" $<

# An engine that shares nothing with the library, for the tests of `xqperft compare`.
$(FAULTY): $(call object,$(FAULTY_SRC))
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^

# What a target calls is taken from one of these, for programs have names in common; driver.c is where
# libFuzzer is not.
FUZZ_PARTS := $(BUILD)/fuzz/xqperft.a $(BUILD)/fuzz/xqbench.a
FUZZ_MAIN  := $(if $(FUZZING),,tests/fuzz/driver.c)
$(BUILD)/fuzz/xqperft.a: $(call object,$(filter-out %/main.c,$(CLI_SRC)))
$(BUILD)/fuzz/xqbench.a: $(call object,$(filter-out %/main.c,$(BENCH_SRC)))
$(FUZZ_PARTS): $(call object,tests/fuzz/fuzz.c tests/crosscheck.c tests/oracle.c tests/random_positions.c)
	@mkdir -p $(@D)
	@rm -f $@
	$(SAY) AR $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/fuzz/results: $(BUILD)/fuzz/xqbench.a
$(filter-out %/results,$(FUZZERS)): $(BUILD)/fuzz/xqperft.a
$(FUZZERS): $(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/fuzz_%.o $(call object,$(FUZZ_MAIN)) $(LIBRARY)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(if $(FUZZ_MAIN),,-fsanitize=fuzzer) -o $@ -Wl,--start-group $^ -Wl,--end-group \
	  -ljansson -lgsl -lgslcblas -lm -ldl

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(ALL_CFLAGS) $(EXTRA_FLAGS) -MMD -MP -c -o $@ $<

# Only what states the build's identity is rebuilt when a commit changes it.
IDENTIFIED := $(call object,bench/measure/machine.c bench/builds/exported.c)
$(IDENTIFIED): EXTRA_FLAGS = $(IDENTITY)
$(IDENTIFIED): $(BUILD)/identity
$(call object,$(FUZZ_SRC)): EXTRA_FLAGS = -Itests
$(call object,$(TEST_SRC)): EXTRA_FLAGS = -DBUILD_DIR='"$(BUILD)"' \
  -DBUILD_MAKE="\"CC='$(CC)' ARCH='$(ARCH)' SANITIZE='$(SANITIZE)'\""

# These boards ask the processor before they run; no other file may use what not all have. Where the
# compiler does not know all of it, the file is compiled as any other, and its board does not run.
X86_64     = $(filter x86_64%,$(shell $(CC) -dumpmachine))
BMI2       = $(if $(X86_64),-mbmi2)
# By psabi compilers note how vectors would be handed to other files, which none is; gcc, which notes that
# debugging of functions that large will be worse, need not try.
NO_PSABI   = $(call known,-Wno-psabi)
VECTOR     = $(NO_PSABI) $(if $(SANITIZE),$(call known,-fno-var-tracking-assignments)) \
             $(if $(X86_64),-march=x86-64 $(if $(filter native,$(ARCH)),-mtune=native))
VECTOR_AVX2   := -mpopcnt -mbmi -mbmi2 -mavx2
VECTOR_AVX512 := $(VECTOR_AVX2) -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl -mavx512vbmi \
                 -mavx512vbmi2 -mavx512vnni -mavx512bitalg -mavx512vpopcntdq
either     = $(BUILD)/src/boards/$(1).o $(BUILD)/shared/src/boards/$(1).o
$(call either,bitboard_pext): EXTRA_FLAGS = $(BMI2)
$(call either,vector/line_register): EXTRA_FLAGS = $(NO_PSABI)
# gcc's code of these is slower with a profile, by up to a half; clang's is not.
$(foreach build,portable avx2 avx512,$(call either,vector/vector_$(build))): private UNPROFILED = $(if $(CLANG),,-fprofile%)
$(call either,vector/vector_portable): EXTRA_FLAGS = $(VECTOR)
$(call either,vector/vector_avx2): EXTRA_FLAGS = $(VECTOR) $(if $(X86_64),$(call known,$(VECTOR_AVX2)))
# gcc copies registers by halves else, and to load one waits until both are in memory (7 %).
$(call either,vector/vector_avx512): EXTRA_FLAGS = $(VECTOR) $(if $(X86_64),$(call known,$(VECTOR_AVX512)) \
  $(call known,-mmove-max=512 -mstore-max=512))

# What other programs say is asked when it is first wanted, and only once: a process takes some
# milliseconds, and `make help` or `make -n` want nothing of it.
ASKED := COMPILER CLANG ALIGN MARCH PROFILED VERSION COMMIT X86_64 NO_PSABI VECTOR
$(foreach name,$(ASKED),$(eval ask_$(name) = $(value $(name)))\
  $(eval $(name) = $$(eval $(name) := $$$$(ask_$(name)))$$($(name))))

# The library for programs that load it when they start. It shows what its public headers declare, see
# src/public.h, and calls its own functions by no detour.
DYNAMIC      := $(BUILD)/libxqperft.so
DYNAMIC_NAME  = libxqperft.so.$(SOVERSION)

$(DYNAMIC): $(patsubst %.c,$(BUILD)/shared/%.o,$(LIB_SRC))
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,$(DYNAMIC_NAME) -Wl,-Bsymbolic-functions \
	  $(if $(SANITIZE),,-Wl,-z,defs) -o $@ $^

# The same for `xqbench gate`: built from the sources in TREE, another checkout,
# but by this Makefile, so that both sides of a gate have the same compiler and flags. It shows one
# symbol; whatever else it has is its own, as in a program.
SHARED := $(BUILD)/boards.so
SHARED_SRC := $(wildcard $(TREE)/src/*.c $(TREE)/src/boards/*.c $(TREE)/src/boards/*/*.c $(TREE)/src/rules/*.c $(TREE)/src/engine/*.c $(TREE)/src/deep/*.c)
shared_object = $(patsubst $(TREE)/%.c,$(BUILD)/shared/%.o,$(1))
SHARED_CFLAGS = $(filter-out $(INCLUDE),$(ALL_CFLAGS)) $(patsubst -Isrc%,-I$(TREE)/src%,$(INCLUDE)) \
                -fPIC -fvisibility=hidden

$(SHARED): $(call shared_object,$(SHARED_SRC)) $(BUILD)/shared/exported.o bench/builds/exported.map
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,--version-script=bench/builds/exported.map -o $@ $(filter %.o,$^)

$(BUILD)/shared/%.o: $(TREE)/%.c $(BUILD)/flags $(BUILD)/tree.stamp
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(SHARED_CFLAGS) $(EXTRA_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/shared/exported.o: bench/builds/exported.c $(BUILD)/flags $(BUILD)/tree.stamp $(BUILD)/identity
	@mkdir -p $(@D)
	$(SAY) CC $@
	$(Q)$(CC) $(SHARED_CFLAGS) $(IDENTITY) -MMD -MP -c -o $@ $<

# Sources of another checkout rebuild everything, too.
$(BUILD)/tree.stamp: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(abspath $(TREE))' | cmp -s - $@ || printf '%s\n' '$(abspath $(TREE))' > $@

# Other flags, another compiler or another version of it rebuild everything.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(CC) $(ALL_CFLAGS)' '$(COMPILER)' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(BUILD)/identity: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(COMMIT)' | cmp -s - $@ || printf '%s\n' '$(COMMIT)' > $@

# The closing line of the tests comes last.
check: installable $(TESTS) $(FAULTY) $(SHARED) $(FUZZERS) ## all tests, and every suite on every board at depth 3
	scripts/readme-table.sh --check
	$(XQPERFT) verify $(SUITES) --board all --max-depth 3
	$(XQPERFT) verify $(SUITES) --board all --max-depth 3 --threads 2 --hash 16M
	$(XQPERFT) verify positions/rules.epd positions/published.epd --board all --max-depth 4
	@scripts/run-tests.sh $(TESTS) --short-filename

# Every way of counting on every board and variant; then every known count, and the published
# statistics, to the end.
check-deep: check ## also every way of counting, and all known counts and statistics in full, and check-portable (15 minutes without)
	$(XQBENCH) list --tsv | awk -F '\t' '$$1 == "policy" { print $$2, $$3 }' > $(BUILD)/policies
	while read -r board policy; do for threads in 1 2 7; do for hash in '' '--hash 16M'; do \
	  $(XQPERFT) verify $(SUITES) --board $$board --max-depth 3 --policy $$policy \
	    --threads $$threads $$hash > $(BUILD)/verify.log 2>&1 || { cat $(BUILD)/verify.log; exit 1; }; \
	  echo "$$board, $$policy, $$threads threads $$hash: $$(tail -n 1 $(BUILD)/verify.log)"; \
	done; done; done < $(BUILD)/policies
	for board in $$(cut -d ' ' -f 1 $(BUILD)/policies | uniq); do \
	  $(XQPERFT) verify $(SUITES) --board $$board --max-depth 4 || exit 1; done
	$(XQPERFT) verify $(SUITES) --board all --threads 0
	for suite in $(SUITES); do $(XQPERFT) perft 3 --epd $$suite --board all --stats=full --threads 0 \
	  > $(BUILD)/stats.log 2>&1 || { tail -n 20 $(BUILD)/stats.log; exit 1; }; done
	$(XQBENCH) run --quick --launches 1 --workload captures,perft-legal --out $(BUILD)/report
	$(MAKE) report RESULTS=$(BUILD)/report
	BUILD='$(BUILD)' scripts/portability.sh --tests || [ $$? -eq 3 ] # which says what it lacks
	XQPERFT_DEEP=1 scripts/run-tests.sh $(TESTS) --short-filename --filter '@(published|rulings|suite|faults|xqperft_engines|gate_seeds|scripts_deep|scripts_pgo|vector|walks|install)/*'

check-sanitize: ## the tests and small suites under ASan and UBSan, with gcc and clang
	for cc in gcc clang; do \
	  $(MAKE) CC=$$cc SANITIZE=address,undefined sanitized || exit 1; done

sanitized: installable $(TESTS) $(FAULTY) $(SHARED) $(FUZZERS)
	$(XQPERFT) verify $(SUITES) --board all --max-nodes 20000
	scripts/run-tests.sh $(TESTS) --short-filename

# PORTABLE holds options and targets of the script (PORTABLE='--tests aarch64').
check-portable: $(BUILD)/flags ## build and check for other compilers and processors, some by QEMU
	@exec env BUILD='$(BUILD)' scripts/portability.sh $(PORTABLE)

# The targets of tests/fuzz by libFuzzer, which clang has; `make check` runs them without.
fuzz: $(BUILD)/flags ## look for bytes that readers or boards take amiss: TIME=60 (seconds in all)
	@exec env BUILD='$(BUILD)' scripts/fuzz.sh $(or $(TIME),60)

fuzzers: $(FUZZERS)

# Counts of instructions can be compared between machines only when all are built for one processor.
# It is x86-64-v3, whose features /proc/cpuinfo must have (abm is lzcnt); others count what they time.
V3      := avx2 bmi1 bmi2 f16c fma abm movbe
COUNTED := $(BUILD)/x86-64-v3/xqbench

# Builds $(1) for it, where anything can be counted; + since make does not see the $(MAKE) in here.
for_counting = +@command -v valgrind >/dev/null || exit 0; \
	  for feature in $(V3); do grep -qw "$$feature" /proc/cpuinfo || exit 0; done; \
	  $(MAKE) ARCH=x86-64-v3 BUILD=$(BUILD)/x86-64-v3 $(1)

counted: ## build the xqbench whose instructions are counted
	$(call for_counting,$(COUNTED))

# BENCH holds options for `xqbench run` (BENCH=--quick); RESULTS=dir puts the results elsewhere;
# ENGINE='COMMAND' times the perft of an engine beside the boards. By `exec` a signal that ends make
# reaches the script, which ends what it has started; a shell between them would end alone.
bench: all counted ## time the boards side by side: tables and plots in results/
	@exec env BUILD='$(BUILD)' COUNTED='$(COUNTED)' scripts/run-bench.sh $(BENCH)

# BASE is a commit, and GATE has options of `xqbench gate`, as scripts/gate.sh takes them. make itself ends
# with 2 whatever the verdict; that script has a status for each.
gate: ## may this tree take the place of another commit? BASE=HEAD~1 GATE='--strict --json gate.json'
	@exec env BUILD='$(BUILD)' scripts/gate.sh "$$BASE" $(GATE)

# What of the sources in TREE `xqbench gate` loads.
gate-build: $(BUILD)/boards.so
	$(call for_counting,$(BUILD)/x86-64-v3/boards.so)

baseline: $(XQBENCH) ## count instructions into results/baseline.json, for `xqbench gate NEW --baseline`
	$(MAKE) BUILD=$(BUILD)/gate/head gate-build
	$(MAKE) BUILD=$(BUILD)/gate/head counted
	$(XQBENCH) gate $(BUILD)/gate/head --save-baseline results/baseline.json

# COMPILERS holds options for the script (COMPILERS=--quick); RESULTS=dir puts the matrix there. The stamp
# is for `make clean`, since the builds are in $(BUILD).
bench-compilers: $(BUILD)/flags ## time the boards as built by gcc and clang, -O2 and -O3, for three processors (8 minutes)
	@exec env BUILD='$(BUILD)' scripts/bench-compilers.sh $(COMPILERS) $${RESULTS:+"$$RESULTS"}

# PGO holds options for the script (PGO='--rounds 9').
pgo: $(BUILD)/flags ## build both programs guided by a profile, in build/pgo, and time what it gains (8 minutes)
	@exec env BUILD='$(BUILD)' CC='$(CC)' scripts/pgo.sh $(PGO)

# Of RESULTS=dir, or of the newest results there are beside those that README.md shows.
report: $(XQBENCH) ## put all results of a folder into one page, report.html
	@folder=$${RESULTS:-$$(ls -t results/*/results.json 2>/dev/null | \
	    sed -e '\,^results/reference/,d' -e 's,/results.json$$,,' -e q)}; \
	  [ -n "$$folder" ] || { echo 'make report: there are no results; run make bench' >&2; exit 2; }; \
	  scripts/plot.sh --keep "$$folder" && $(XQBENCH) report "$$folder" && \
	  if command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then \
	    scripts/check-report.sh "$$folder/report.html"; \
	  else echo 'Not checked in a browser: Chromium is missing (Debian package chromium)'; fi

# ENGINE and DEPTH as scripts/versus-engine.sh takes them; VERSUS holds its options.
versus: all ## nodes per second beside a UCI engine: ENGINE=fairy-stockfish DEPTH=4 VERSUS='--epd positions/games.epd'
	@exec env BUILD='$(BUILD)' scripts/versus-engine.sh $(VERSUS) "$${ENGINE:-fairy-stockfish}" $(DEPTH)

# Wants an idle machine, Debian's fairy-stockfish and clang; takes some 65 minutes, most of it the
# self-test. Each step can be made by itself, reference-publish last.
reference: ## measure the results that README.md shows, and put them there (65 minutes)
	rm -rf $(REFERENCE)
	for step in $(STEPS) publish; do $(MAKE) reference-$$step || exit 1; done

# Six passes are the fewest that tell how whole programs order the boards.
reference-boards: all
	RUNS=6 $(MAKE) bench BENCH=--full RESULTS=$(REFERENCE) ENGINE=/usr/games/fairy-stockfish

# Listed are the variants that this machine can run; of perft-two-ply those that have it get figures.
reference-variants: all
	$(XQBENCH) run --workload captures,make-unmake,perft-plain,perft,perft-legal,perft-two-ply --board \
	  padded,$$($(XQBENCH) list --tsv | awk '$$1 == "variant" { print $$2 }' | paste -sd , -) \
	  --out $(REFERENCE)/variants

reference-versus:
	$(MAKE) ARCH=x86-64-v3 BUILD=$(BUILD)/x86-64-v3
	BUILD=$(BUILD)/x86-64-v3 scripts/versus-engine.sh --tsv > $(BUILD)/versus.tsv
	mkdir -p $(REFERENCE)
	cp $(BUILD)/versus.tsv $(REFERENCE)

reference-compilers:
	$(MAKE) bench-compilers RESULTS=$(REFERENCE)

reference-selftest: all
	$(XQBENCH) selftest --runs 100 --out $(REFERENCE)

reference-publish:
	$(MAKE) report RESULTS=$(REFERENCE)
	rm -rf results/reference
	cp -r $(REFERENCE) results/reference
	scripts/readme-table.sh

# What is installed: the mode, the folder, and the files that go there.
PUBLIC_HEADERS := $(addprefix src/,public.h version.h types.h position.h fen.h notation.h suite.h board.h perft.h \
                    perft_stats.h hash.h divide_list.h compare.h finding.h rules/rules.h rules/mistakes.h \
                    engine/engine.h text.h wide.h deep/deep.h)
PAGES    := $(BUILD)/man/xqperft.1 $(BUILD)/man/xqbench.1
INCLUDES  = $(PREFIX)/include
SHARE     = $(PREFIX)/share
OWN       = '$(DESTDIR)$(INCLUDES)/xqperft' '$(DESTDIR)$(SHARE)/xqperft' '$(DESTDIR)$(SHARE)/doc/xqperft/examples' \
            '$(DESTDIR)$(SHARE)/doc/xqperft'
define each_installed
$(call $(1),755,$(PREFIX)/bin,$(XQPERFT) $(XQBENCH))
$(call $(1),644,$(LIBDIR),$(LIBRARY))
$(call $(1)_pc,$(LIBDIR)/pkgconfig)
$(call $(1),644,$(INCLUDES)/xqperft,$(PUBLIC_HEADERS))
$(call $(1),644,$(SHARE)/xqperft,$(SUITES))
$(call $(1),644,$(SHARE)/man/man1,$(PAGES))
$(call $(1),644,$(SHARE)/doc/xqperft/examples,src/example/legal_moves.c)
$(call $(1),644,$(SHARE)/bash-completion/completions,scripts/completions/xqperft)
$(call $(1),644,$(SHARE)/zsh/site-functions,scripts/completions/_xqperft)
$(call $(1)_as,644,$(LIBDIR),$(DYNAMIC),libxqperft.so.$(VERSION))
$(call $(1)_link,$(LIBDIR),libxqperft.so.$(VERSION),$(DYNAMIC_NAME))
$(call $(1)_link,$(LIBDIR),$(DYNAMIC_NAME),libxqperft.so)
$(call $(1)_link,$(SHARE)/bash-completion/completions,xqperft,xqbench)
endef

put      = install -d '$(DESTDIR)$(2)' && install -m $(1) $(3) '$(DESTDIR)$(2)'
put_as   = install -d '$(DESTDIR)$(2)' && install -m $(1) $(3) '$(DESTDIR)$(2)/$(4)'
put_pc   = install -d '$(DESTDIR)$(1)' && \
  sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDES)|; s|@VERSION@|$(VERSION)|' \
    src/libxqperft.pc.in > '$(DESTDIR)$(1)/libxqperft.pc' && chmod 644 '$(DESTDIR)$(1)/libxqperft.pc'
put_link = ln -sf $(2) '$(DESTDIR)$(1)/$(3)'
take      = for file in $(notdir $(3)); do rm -f '$(DESTDIR)$(2)'"/$$file"; done
take_as   = rm -f '$(DESTDIR)$(2)/$(4)'
take_pc   = rm -f '$(DESTDIR)$(1)/libxqperft.pc'
take_link = rm -f '$(DESTDIR)$(1)/$(3)'

installable: all $(DYNAMIC) $(PAGES)

install: installable ## install all of it below PREFIX (/usr/local), see README.md
	$(call each_installed,put)

uninstall: ## remove what install installed
	$(call each_installed,take)
	for folder in $(OWN); do [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder"; done

$(BUILD)/man/%.1: scripts/man-page.sh scripts/man-page.awk $(XQPERFT) $(XQBENCH)
	@mkdir -p $(@D)
	$(SAY) MAN $@
	$(Q)scripts/man-page.sh $(BUILD)/$* > $@.new && mv $@.new $@

# Built in a folder of its own, where dpkg-buildpackage puts packages beside what they are built of.
deb: ## build Debian packages in build/deb; needs debhelper and dpkg-dev
	@command -v dh >/dev/null && command -v dpkg-buildpackage >/dev/null || { \
	  echo "make deb: dh or dpkg-buildpackage is missing; install Debian's packages debhelper and dpkg-dev" >&2; \
	  exit 2; }
	rm -rf '$(BUILD)/deb'
	mkdir -p '$(BUILD)/deb/xqperft-$(VERSION)'
	cp -R Makefile README.md LICENSE src bench positions scripts debian '$(BUILD)/deb/xqperft-$(VERSION)'
	cd '$(BUILD)/deb/xqperft-$(VERSION)' && \
	  env -u MAKEFLAGS -u MAKELEVEL -u BUILD -u RESULTS -u ENGINES dpkg-buildpackage -b -us -uc
	@ls '$(BUILD)'/deb/*.deb

FORMATTED = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] bench/*.[ch] bench/*/*.[ch] tests/*.[ch] tests/*/*.[ch])

fmt: ## format the sources with clang-format
	clang-format -i $(FORMATTED)

fmt-check: ## fail when clang-format would change something
	clang-format --dry-run -Werror $(FORMATTED)

# Only what a build has made is removed: a folder with its stamp, outside version control.
clean: ## remove everything that was built
	@refused=; case '$(CURDIR)/' in '$(patsubst %/,%,$(abspath $(BUILD)))'/*) refused=yes ;; esac; \
	  [ ! -e '$(BUILD)' ] || [ -e '$(BUILD)/flags' ] || refused=yes; \
	  [ -z "$$(git ls-files -- '$(BUILD)' 2>/dev/null | head -n 1)" ] || refused=yes; \
	  [ -z "$$refused" ] || { \
	  echo 'make clean: BUILD is $(BUILD), which has more than was built' >&2; exit 2; }
	rm -rf '$(BUILD)'

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 18

-include $(patsubst %.o,%.d,$(call object,$(LIB_SRC) $(CLI_SRC) $(BENCH_SRC) $(TEST_SRC) $(FAULTY_SRC) $(FUZZ_SRC)) \
           $(call shared_object,$(SHARED_SRC)) $(BUILD)/shared/exported.o)

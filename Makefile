# aresfarm: `make run` and `make check` install what they need; `make help` lists all targets.
SHELL       := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS   += --no-builtin-rules

SECONDS ?= 60
KILLS ?= 1000
MINUTES ?= 60
JOBS  ?= $(shell nproc)
CC     = gcc
# What only builds does so with all processors; -j says otherwise.
MAKEFLAGS += $(if $(filter all everything programs units,$(MAKECMDGOALS)),-j$(JOBS))
PREFIX ?= /usr/local

# SAN=1 builds with the address and undefined-behaviour sanitizers, COVERAGE=1 with counters of lines and branches, each
# in a folder of its own.
B := build$(if $(SAN),/san)$(if $(COVERAGE),/coverage)
CFLAGS   ?= $(if $(COVERAGE),-O1 --coverage -fprofile-update=atomic -fno-builtin-execv \
            -fno-builtin-execvp,-O2) -g1
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
ARCH     := $(if $(filter x86_64,$(shell uname -m)),-march=x86-64-v2)

# Hardening, as far as the compiler knows it; it is asked once. tests/house/hardening.sh looks at the programs.
# FORTIFY_SOURCE needs an optimising compiler; the sanitizers do the same work. Start files without CET would take the
# mark for shadow stacks from the programs, so the linker gets it by name.
HARDENING = -fPIE -fstack-protector-strong -fstack-clash-protection -fcf-protection=full -mbranch-protection=standard
FORTIFY   = $(if $(SAN),,$(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3))
knows     = $(shell $(CC) -Werror $1 -x c -c /dev/null -o /dev/null 2>/dev/null && echo $1)
HARD_CC   = $(eval HARD_CC := $(foreach flag,$(HARDENING),$(call knows,$(flag))) $(FORTIFY))$(HARD_CC)
HARD_LD  := -pie -Wl,-z,relro,-z,now,-z,noexecstack $(ARCH:%=-Wl,-z,shstk)
# (= and not :=, so that pkg-config is asked only after `make setup` has installed the libraries)
PKG_CFLAGS = $(eval PKG_CFLAGS := $(shell pkg-config --cflags libpq json-c nettle))$(PKG_CFLAGS)
# Debug information names sources from here, so that two clones build the same bytes.
MAPPED   := $(if $(COVERAGE),,-fdebug-prefix-map='$(CURDIR)'=.)
ALL_CFLAGS = -std=gnu11 -D_GNU_SOURCE $(HARD_CC) $(CFLAGS) $(ARCH) -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
             $(MAPPED) -fopenmp -Iinclude -Ilib -Idaemon -I$B -I$B/daemon $(PKG_CFLAGS) \
             $(if $(SAN),$(SANITIZE))
# lp_solve has no file for pkg-config. It and what it names are linked in: the programs need no package of theirs.
LPSOLVE   := -llpsolve55 -l:libcolamd.a -l:libsuitesparseconfig.a -ldl
# The same for a shared library.
LPSOLVE_PIC := $(subst -llpsolve55,-l:liblpsolve55_pic.a,$(LPSOLVE))
# Only aresctl reads and writes .zst, and only aresweb packs; --as-needed keeps both libraries from the others.
LDLIBS     = $(shell pkg-config --libs libpq json-c nettle) $(LPSOLVE) -Wl,--push-state,--as-needed -lzstd -lz -Wl,--pop-state -lm

# A room is a folder of sources. An archive has the objects of a room and of the rooms below it. A program is a list of
# archives. Each may call those after it; the linker finds nothing in those before it.
sources = $(wildcard $(foreach below,*.c */*.c */*/*.c */*/*/*.c,$1/$(below)))
# A compiler takes almost as long to start as to compile a file, so it gets all files of a room at once, and
# names in a room are distinct. Left out are rooms of equal names (judges, plots, commands), with a main, and
# with files that tests replace. With the sanitizers and the counters it gets each file by itself, which must
# include what it uses.
ROOMS   := $(filter-out $(addprefix lib/,judges% picture/plot players/blackmane players/trinity/evaluation) \
           $(addprefix daemon/,ctl% db/schema exchange farm web), \
           $(sort $(patsubst %/,%,$(dir $(foreach all,lib daemon,$(call sources,$(all)))))))
AT_ONCE := $(if $(SAN)$(COVERAGE),,$(ROOMS))
objects = $(patsubst %.c,$B/%.o,$(filter-out $(wildcard $(AT_ONCE:%=%/*.c)),$(call sources,$1))) \
          $(patsubst %,$B/%.o,$(filter $1 $1/%,$(AT_ONCE)))
# The object that has a file, which is named without its .c.
object  = $B/$(or $(filter $(patsubst %/,%,$(dir $1)),$(AT_ONCE)),$1).o
GAME   := $B/lib.a
SHARED := $B/daemon/db.a $B/daemon/base.a $(GAME)
# The public library (lib/api): NAME.so and NAME.so.1 are links to the file of the whole version.
SONAME  := libares.so.1
VERSION := 1.0.0
LIBARES := $(addprefix $B/,libares.so.$(VERSION) $(SONAME) libares.so libares.a ares.pc ares.3)
BOTS   := $B/daemon/bots.a
ARESD  := $B/daemon/farm.a $(BOTS) $(SHARED)
DAIDE  := $B/daemon/daide.a $(SHARED)
CTL    := $B/daemon/ctl.a $B/daemon/exchange.a $B/daemon/pages.a $(BOTS) $(SHARED)
WEB    := $B/daemon/web.a $B/daemon/pages.a $(SHARED)
# What users run. Each prints its man page and its completions.
PROGRAMS := aresctl aresd aresweb aresdaide
# A unit test is in the folder of its room; all share tests/unit/*.h.
TESTS  := $(patsubst %.c,$B/%,$(notdir $(wildcard tests/unit/*/test_*.c)))
OTHERS := $(addprefix $B/aresctl_,later edited other) $B/aresd_later
FUZZES := $(patsubst tests/fuzz/%.c,$B/%,$(wildcard tests/fuzz/fuzz_*.c))

.PHONY: help all everything programs units setup run play check check-long mutants covered coverage chaos \
         bots daide soak bench questions scale watchers letters tables strength learned foreseen tuned \
         reach learner duel fuzz sizes security format clean install install-bin place uninstall dist deb \
         pages pictures
help: ## print this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

all: $(PROGRAMS:%=$B/%) $(LIBARES) pages said ## build what users get: programs, library, man pages

# The programs of benchmarks and training, and what tests need beside those of units.
BESIDE := $(addprefix $B/,bench_judge bench_legal bench_lanes bench_decision bench_plans bench_picture \
          bench_env bench_scale bench_delay train perturb foresee exploit draw_boards ask_analysis late_writes clock.so)
everything: all units $(OTHERS) $(BESIDE) ## build all, and the programs of tests, benchmarks and training

units: $(TESTS) $(FUZZES)
.PHONY: said
said:
	@$(if $(WASM),:,echo "without clang, lld, wasi-libc and libclang-rt-14-dev-wasm32 pages lack the analysis board")
programs: $(PROGRAMS:%=$B/%) ## build aresctl, aresd, aresweb and aresdaide, install nothing

setup:
	@deploy/setup.sh

# Builds these programs, and says so if there is much to do.
build_programs = files=$$($(MAKE) -n $(1:%=$B/%) 2>/dev/null | grep -c -e ' -MMD ' || true); \
                 [ "$$files" -lt 10 ] || echo "building $(1:%=$B/%): $$files files"; \
                 [ "$$files" -lt 100 ] || echo "This takes about a minute."; \
                 $(MAKE) -s -j$(JOBS) $(1:%=$B/%)
run: setup ## install what is missing, build, play the thesis's tournament (GAMES=128) and print the result
	@$(call build_programs,aresctl aresd)
	@deploy/run.sh $(GAMES)

play: setup ## the same, and play in a browser against PLAYERS=trinity: prints a link, PORT=8027
	@$(call build_programs,aresctl aresd aresweb)
	@deploy/play.sh

check: ## install what is missing, build and test, in 8 minutes; SUITE=db/maps: only this suite (SAN=1: with the sanitizers)
	@deploy/setup.sh --tests
	@echo "building the programs and their tests"
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B tests/check.py $(SUITE)

check-long: ## the rest: browser, chaos, hostile users, packages, documents, a loaded machine, sanitizers
	@deploy/setup.sh --tests
	@$(MAKE) -s -j$(JOBS) everything
	@$(MAKE) -s -j$(JOBS) SAN=1 programs units
	@tests/long.sh

mutants: ## change COUNT=200 random lines of lib, daemon and schema, one at a time (SEED=1): the tests notice 95 %
	@deploy/setup.sh --tests
	@$(MAKE) -s -j$(JOBS) everything
	@[ -e $B/covered.json ] || $(MAKE) -s covered
	@B=$B tests/mutants.py $(or $(COUNT),200)

covered: ## find which suites execute each line, for make mutants: build/covered.json
	@deploy/setup.sh --tests
	@$(MAKE) -s -j$(JOBS) COVERAGE=1 everything
	@B=build/coverage tests/covered.py build/covered.json

coverage: ## run all tests and print what they cover of each file; a file under 90 % of lines is a failure
	@deploy/setup.sh gcovr
	@$(MAKE) -s -j$(JOBS) COVERAGE=1 everything
	@B=build/coverage tests/coverage.sh

chaos: setup ## kill KILLS=1000 processes, freeze and cut off hosts, or do so for SECONDS: nothing is lost (SEED=1)
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B $(if $(filter command,$(origin SECONDS)),LAST=$(SECONDS),KILLS=$(KILLS)) LEASE=12 DOWN=5 LIMIT=86400 \
		tests/check.py crash/chaos crash/several_hosts crash/reconnect

bots: setup ## the example bot against Ares, GAMES=1000 games, while it is killed, hangs and lies by chance
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B GAMES=$(if $(filter command line environment,$(origin GAMES)),$(GAMES),1000) LIMIT=86400 \
		tests/check.py crash/bots

daide: setup ## GAMES=100 games of DAIDE clients at once; and through hostile clients and kills, in games of ROUNDS=30 (SEED=1)
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B GAMES=$(if $(filter command line environment,$(origin GAMES)),$(GAMES),100) ROUNDS=$(or $(ROUNDS),30) \
		LIMIT=86400 tests/check.py db/daide hostile/daide

soak: setup ## put the farm under load for MINUTES=60: no process and no table grows; sizes are printed
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B MINUTES=$(MINUTES) LIMIT=864000 tests/check.py crash/soak

bench: setup ## measure each judge (ns and instructions a resolution), each player, and the whole farm (phases a second)
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B bench/bench.sh

questions: setup ## measure the questions of sql/ over GAMES='1000 10000' games: a table of milliseconds
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B $(if $(filter command,$(origin GAMES)),GAMES='$(GAMES)') bench/questions.sh

watchers: setup ## measure what WATCHERS=1000 watchers of a tournament cost it, in PAIRS=10 pairs of runs
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B bench/watchers.sh

letters: setup ## measure RATE=100 messages a second between WATCHERS=1000 people at tables, for SECONDS=30
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B $(if $(filter command,$(origin SECONDS)),SECONDS='$(SECONDS)') python3 bench/letters.py

tables: setup ## measure how long RATE=20 people a second wait for the next phase at WATCHERS=1000 open tables, for SECONDS=20
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B $(if $(filter command,$(origin SECONDS)),SECONDS='$(SECONDS)') python3 bench/tables.py

scale: setup ## measure what a phase, a claim and a finish cost the server, with workers that do not think (SECONDS=5 a row)
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B $(if $(filter command,$(origin SECONDS)),SECONDS_A_ROW=$(SECONDS)) bench/scale.sh

strength: setup ## play this tree's PLAYER=trinity against that of older commits BASE='REV...', in GAMES=280 games each
	@$(MAKE) -s -j$(JOBS) $B/aresctl $B/aresd
	@B=$B bench/strength.sh

learned: setup ## learn the weights of the player trinity anew, from GAMES=2000 of the farm's games (SEED=1)
	@$(MAKE) -s -j$(JOBS) everything
	@$B/train $(or $(SEED),1) $(if $(filter command,$(origin GAMES)),$(GAMES)) >$B/learned.def
	@mv $B/learned.def lib/players/trinity/evaluation/learned.def

foreseen: setup ## learn anew how trinity foresees the moves of others, from GAMES=200 (SEED=7)
	@$(MAKE) -s -j$(JOBS) $B/foresee
	@$B/foresee $(or $(SEED),7) $(or $(GAMES),200) >$B/foreseen.def
	@mv $B/foreseen.def lib/players/trinity/evaluation/foreseen.def

tuned reach: setup ## tune trinity's weights in that file anew, from GENERATIONS=3 of GAMES=7000 (SEED=11), reach: 1 of 4000
	@$(MAKE) -s -j$(JOBS) $B/perturb
	@$B/perturb $@ $(or $(SEED),11) $(or $(GENERATIONS),$(if $(GAMES),1)) $(GAMES) >$B/$@.def
	@mv $B/$@.def lib/players/trinity/evaluation/$@.def

learner: setup ## train the player learner anew, for UPDATES=1200 (SEED=1), with PyTorch
	@deploy/setup.sh python3-numpy
	@/usr/bin/python3 -c 'import torch' 2>/dev/null || \
	 { echo "PyTorch is missing: sudo apt-get install --no-install-recommends" \
	        "python3-torch libopenblas0" >&2; exit 1; }
	@$(MAKE) -s -j$(JOBS) $(LIBARES)
	@PYTHONPATH=python /usr/bin/python3 training/selfplay.py --folder $B \
	 $(if $(SEED),--seed $(SEED)) $(if $(UPDATES),--updates $(UPDATES))
	@mv $B/weights.def lib/players/learner/weights.def
	@mv $B/learner.csv training/learner.csv

duel: setup ## how far PLAYERS are from the truth on the MAP=training/duel.csv for two, by DECISIONS=8 in each position (SEED=1)
	@$(MAKE) -s -j$(JOBS) $B/exploit
	@$B/exploit $(or $(SEED),1) $(or $(DECISIONS),8) $(or $(MAP),training/duel.csv) $(or $(PLAYERS),holdbot randbot random ares \
	 learner dumbbot blackmane scorer trinity 'trinity(wary=25)' 'trinity(wary=100)')

fuzz: setup ## run the parsers and the stored rows under libFuzzer, SECONDS=60 each
	@deploy/setup.sh clang libclang-rt-14-dev
	@$(MAKE) -s $(patsubst %,build/%,map_rows.inc drawing_texts.inc picture_style.inc questions.inc commit.c)
	@tests/fuzz/fuzz.sh $(SECONDS)

pictures: setup ## make the pictures of README.md anew (doc/pictures), in a browser
	@deploy/setup.sh chromium chromium-headless-shell chromium-driver python3-selenium pngquant
	@$(MAKE) -s -j$(JOBS) everything
	@B=$B doc/pictures/make.sh

sizes: ## print files and lines by room, functions and conditionals, and names that two rooms have
	@find * -name build -prune -o -type f -print | LC_ALL=C sort | xargs awk -f tests/house/sizes.awk

security: ## print what systemd says of the services' sandboxes
	systemd-analyze security --no-pager --offline=true $(UNITS:%=deploy/%.service)

format: ## lay the C sources out anew (clang-format)
	@clang-format $(or $(FORMAT),-i) \
	 $(wildcard $(foreach below,*.[ch] */*.[ch] */*/*.[ch] */*/*/*.[ch],\
	 $(addsuffix /$(below),include lib daemon bench training tests)))

# What a user needs without the sources. Documents and the units name the places, by PREFIX and ETC. From share/aresfarm every
# example of the documents works that names sql/ or tests/. Debian has a folder of its own for zsh's completions.
ETC    ?= $(if $(filter /usr /usr/local,$(PREFIX)),,$(PREFIX))/etc
ZSH    ?= share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
SHARE  := $(DESTDIR)$(PREFIX)/share
SYSTEM := $(DESTDIR)$(PREFIX)/lib
UNITS  := aresd aresweb aresdaide
USERS  := aresfarm aresweb aresdaide
# Where the library is, below PREFIX: Debian has a folder for each architecture.
LIB    ?= lib
PLACES := bin include $(LIB)/pkgconfig lib/systemd/system lib/sysusers.d $(addprefix share/,man/man1 man/man3 man/man8 bash-completion/completions) $(ZSH) \
          $(addprefix share/aresfarm/,sql/thesis sql/views tests/cases tests/starts) \
          $(addprefix share/doc/aresfarm/,doc/pictures doc/bots deploy examples sql tests/cases)
install-bin: $(PROGRAMS:%=$B/%)
	install -d $(DESTDIR)$(PREFIX)/bin
	install $^ $(DESTDIR)$(PREFIX)/bin
# Where Debian's Python looks for packages.
DIST = $(if $(filter /usr,$(PREFIX)),lib/python3,lib/$(shell /usr/bin/python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])' || echo python3))/dist-packages
# All files, below a DESTDIR that is empty.
place: $(PROGRAMS:%=$B/%) $(LIBARES) pages
	install -d $(PLACES:%=$(DESTDIR)$(PREFIX)/%) $(DESTDIR)$(PREFIX)/$(DIST) $(DESTDIR)$(ETC)/aresfarm
	install $(PROGRAMS:%=$B/%) $(DESTDIR)$(PREFIX)/bin
	for page in $(MAN); do install -m 644 $B/$$page $(SHARE)/man/man$${page##*.} || exit; done
	install -m 644 include/ares.h $(DESTDIR)$(PREFIX)/include
	install -m 644 $B/libares.so.$(VERSION) $B/libares.a $(DESTDIR)$(PREFIX)/$(LIB)
	ln -s libares.so.$(VERSION) $(DESTDIR)$(PREFIX)/$(LIB)/$(SONAME)
	ln -s $(SONAME) $(DESTDIR)$(PREFIX)/$(LIB)/libares.so
	sed 's|^prefix=.*|prefix=$(PREFIX)|; s|^libdir=.*|libdir=$${prefix}/$(LIB)|' $B/ares.pc >$(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig/ares.pc
	chmod 644 $(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig/ares.pc
	install -m 644 $B/ares.3 $(SHARE)/man/man3
	install -m 644 $(PROGRAMS:%=$B/completions/%) $(SHARE)/bash-completion/completions
	install -m 644 $(PROGRAMS:%=$B/completions/_%) $(DESTDIR)$(PREFIX)/$(ZSH)
	install -m 644 sql/*.sql $(SHARE)/aresfarm/sql
	install -m 644 sql/thesis/*.sql $(SHARE)/aresfarm/sql/thesis
	install -m 644 sql/views/*.sql $(SHARE)/aresfarm/sql/views
	install -m 644 tests/cases/*.cases $(SHARE)/aresfarm/tests/cases
	install -m 644 tests/starts/*.cases $(SHARE)/aresfarm/tests/starts
	install -m 644 deploy/server.sql deploy/many_farms.sql $(SHARE)/aresfarm
	install -m 644 LICENSE $(SHARE)/doc/aresfarm
	cp --parents *.md doc/*.md deploy/*.md sql/*.md tests/cases/*.md $(SHARE)/doc/aresfarm
	install -m 644 doc/pictures/*.png $(SHARE)/doc/aresfarm/doc/pictures
	install -m 644 doc/bots/* $(SHARE)/doc/aresfarm/doc/bots
	install -m 644 $(EXAMPLES) $(SHARE)/doc/aresfarm/examples
	cd python && find ares '(' -name '*.py' -o -name py.typed ')' \
	 -exec cp --parents -t $(DESTDIR)$(PREFIX)/$(DIST) {} +
	for user in $(USERS); do install -m 644 deploy/$$user.sysusers $(SYSTEM)/sysusers.d/$$user.conf || exit; done
	install -m 644 $(UNITS:%=deploy/%.service) $(SYSTEM)/systemd/system
	install -m 644 $(UNITS:%=deploy/%.env) $(DESTDIR)$(ETC)/aresfarm
	find $(SHARE)/doc/aresfarm $(DESTDIR)$(PREFIX)/$(DIST) -type f -exec chmod 644 {} +
	sed -i 's|/usr/local|$(PREFIX)|g; s|/etc/aresfarm|$(ETC)/aresfarm|g' \
	 $$(find $(SHARE)/doc/aresfarm -name '*.md') \
	 $(UNITS:%=$(SYSTEM)/systemd/system/%.service) $(UNITS:%=$(DESTDIR)$(ETC)/aresfarm/%.env)
EXAMPLES := doc/player.py $(addprefix deploy/,aresd.env aresweb.env aresdaide.env aresd-local.conf aresd-bots.conf postgresql-memory.conf slurm.sh kubernetes.yaml grafana.json alerts.yml)
# The list of what was put where. make uninstall goes by it.
INSTALLED = "$(DESTDIR)" $(PREFIX)/share/aresfarm/installed
install: $(PROGRAMS:%=$B/%) $(LIBARES) pages ## programs, libares, man pages, sql/, documents and the service, under PREFIX=/usr/local (DESTDIR)
	@stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && \
	 $(MAKE) -s place DESTDIR="$$stage" && deploy/put.sh put "$$stage" $(INSTALLED)
uninstall: ## take away what make install has put there (the same PREFIX and DESTDIR), and nothing else
	@deploy/put.sh take $(INSTALLED)
dist: ## the sources as they are, with a note of their commit, for machines without git: build/aresfarm-VERSION.tar.gz
	@deploy/dist.sh $B
deb: ## Debian packages, into build/deb: aresfarm, aresfarm-web, aresfarm-daide, aresfarm-doc, libares1, libares-dev, python3-ares
	@deploy/setup.sh debhelper lintian clang lld wasi-libc libclang-rt-14-dev-wasm32
	@$(MAKE) -s -j$(JOBS) $(PROGRAMS:%=$B/%) $(LIBARES) pages
	@B=$B deploy/deb.sh

clean: ## remove what was built; games played stay in .farm
	rm -rf build

# Maps, drawings and schema have one source each, compiled in: schema/maps/, and schema/ with sql/views. The names that
# C and SQL share are in .def files. Functions stand in an order in which each finds those that it names.
FUNCTIONS := $(patsubst %,schema/functions/%.sql,packing phases notation hints supervisors users stops \
             tuning faults claims batches daide press turns votes submitting boards links seats summaries \
             recovery control seeds digests archive prune statistics ratings knowledge saved branches)
VIEWS := sql/views.sql $(sort $(wildcard sql/views/*.sql))
ANEW := $B/names.sql $(FUNCTIONS) $(VIEWS) schema/api.sql schema/web.sql schema/daide.sql schema/comments.sql
ONCE := $(patsubst %,$B/%.inc,drop_views drop_functions rights)
ifneq ($(sort $(FUNCTIONS)),$(sort $(wildcard schema/functions/*.sql)))
$(error FUNCTIONS in the Makefile does not have the files of schema/functions)
endif
# What is made of all files of a kind is made anew when one is added or deleted, because their list is then another.
MAPS    := $(wildcard schema/maps/*.csv)
DRAWINGS := $(wildcard schema/maps/*.drawing)
CHANGES := $(wildcard schema/changes/[0-9]*.sql)
# The tables as they are now, for a new database, in a sequence in which each finds those that it names.
TABLES := $(patsubst %,schema/tables/%.sql,versions maps users tournaments workers games boards turns links \
          daide press faults knowledge summaries stops tunings recorded branches costs cases ratings) \
          schema/changes/001_thesis.sql
ifneq ($(sort $(filter schema/tables/%,$(TABLES))),$(sort $(wildcard schema/tables/*.sql)))
$(error TABLES in the Makefile does not have the files of schema/tables)
endif
# lib as a WebAssembly module, for pages on which people think: where Debian's clang, lld and wasi-libc are. Else there is
# none, and those pages say so. It is the same for all builds.
W       := build/wasm
WASM_CC := clang
WASM    := $(and $(wildcard /usr/lib/wasm32-wasi/libc.a),$(shell command -v wasm-ld),$(wildcard $(shell $(WASM_CC) -print-resource-dir 2>/dev/null)/lib/wasi/libclang_rt.builtins-wasm32.a))
MODULE  := $(if $(WASM),$W/ares.wasm)
# The script of the table, all of its modules in one: a browser asks once; and a small one that begins. The script of those pages
# has some of these modules, and its own.
OPENING  := $B/opening.js
PLAYING  := $B/playing.js
PLAYED   := $(filter-out %/opening.js %/table.js,$(wildcard daemon/web/seat/script/*.js)) daemon/web/seat/script/table.js
THINKING := $B/thinking.js
REPLAYING := $B/replaying.js
STYLE    := $B/table.css
MODULES  := $(patsubst %,daemon/web/seat/script/%.js,orders atlas dom draft convoy sentence sketch link \
            view drawing board seats page actions choices keys cursor inputs list engine reader) \
            $(patsubst %,daemon/pages/analysis/script/%.js,stage tree thinker pen plans curve branches analysis)
STYLED  := daemon/pages daemon/pages/analysis daemon/pages/replay daemon/pages/report daemon/web/site
ASSETS  := $(OPENING) $(PLAYING) $(THINKING) $(REPLAYING) \
           $(wildcard $(foreach room,$(STYLED),$(addprefix $(room)/*.,css js))) $(STYLE)
QUESTIONS := $(sort $(filter-out sql/views.sql,$(wildcard sql/*.sql))) $(sort $(wildcard sql/thesis/*.sql))
# Each folder is made once. A recipe that fails leaves no file.
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.PRECIOUS: %/
%/:
	mkdir -p $@
.PHONY: listed
$B/maps.list: list := $(MAPS)
$B/drawings.list: list := $(DRAWINGS)
$B/assets.list: list := $(ASSETS) $(MODULE)
$B/playing.list: list := $(PLAYED)
$B/questions.list: list := $(QUESTIONS)
$B/changes.list: list := $(CHANGES)
$B/tables.list: list := $(TABLES)
$B/anew.list: list := $(ANEW)
$(patsubst %,$B/%.list,maps drawings changes tables assets playing questions anew): listed | $$(@D)/
	@echo '$(list)' | cmp -s - $@ || echo '$(list)' >$@
$B/map_rows.inc: schema/maps/rows.awk $(MAPS) $B/maps.list | $$(@D)/
	awk -f $(filter-out %.list,$^) >$@
$(call object,lib/board/map_rows): $B/map_rows.inc
$B/drawing_texts.inc: schema/maps/drawings.awk $(DRAWINGS) $B/drawings.list | $$(@D)/
	awk -f $(filter-out %.list,$^) >$@
$(call object,lib/picture/drawing_texts): $B/drawing_texts.inc
# Each picture has the style in it, so it has neither comments nor line ends there.
$B/picture_style.inc: lib/picture/picture.css | $$(@D)/
	sed -n '/^\/\*/,/\*\/$$/d; s/^\t*//; s/["\]/\\&/g; s/.*/"&"/p' $< >$@
$(call object,lib/picture/style): $B/picture_style.inc
$(THINKING): daemon/pages/bundle.awk $(MODULES) | $$(@D)/
	awk -v worker=thinker -f $^ >$@
# The style of boards that are played on, with that of pictures.
$(STYLE): lib/picture/picture.css daemon/web/seat/script/table.css | $$(@D)/
	cat $^ >$@
$(OPENING): daemon/pages/bundle.awk $(patsubst %,daemon/web/seat/script/%.js,link opening)
$(PLAYING): daemon/pages/bundle.awk $(PLAYED) $B/playing.list
$(REPLAYING): daemon/pages/bundle.awk $(patsubst %,daemon/web/seat/script/%.js,dom drawing) \
              daemon/pages/replay/script/replay.js
$(OPENING) $(PLAYING) $(REPLAYING): | $$(@D)/
	awk -f $(filter-out %.list,$^) >$@
# A page's policy names its script by the hash of its bytes.
hashed = for file in $(ASSETS); do \
         echo "sha256-$$(sha256sum <$$file | cut -c-64 | tr a-f A-F | basenc --base16 -d | base64) $$file"; done
$B/assets.inc: daemon/pages/assets.awk $(ASSETS) $B/assets.list | $$(@D)/
	{ $(hashed); } | awk -f $< - $(ASSETS) >$@
# The fingerprint of all assets together.
$B/assets_print.inc: $(ASSETS) $(MODULE) $B/assets.list | $$(@D)/
	cat $(filter-out %.list,$^) | sha256sum | sed 's/^\(.\{16\}\).*/"\1"/' >$@
# The same for browsers that take gzip, which are all.
$B/assets_packed.inc: $(ASSETS) $(MODULE) $B/assets.list | $$(@D)/
	for file in $(ASSETS) $(MODULE); do echo "PACKED(\"$$(basename $$file)\","; \
	gzip -9nc $$file | od -An -v -tu1 | sed 's/  */,/g; s/^,//; $$!s/$$/,/'; echo ')'; done >$@
$(call object,daemon/pages/assets): $B/assets.inc $B/assets_print.inc $B/assets_packed.inc
# All of lib but what needs lp_solve or threads, what its tables leave out under __wasm__, and what it never reads
# or draws; of the rest the linker takes what the functions of the module need.
WASM_FLAGS := --target=wasm32-wasi -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -Oz -DNDEBUG \
              -std=gnu11 -D_GNU_SOURCE \
              -Wall -Wextra -Werror -Wno-unused-function -Wno-unknown-pragmas -Iinclude -Ilib -I$B
NO_WASM := $(patsubst %,lib/%,api/env% formats/daide/% formats/judge/% picture/plot/%) \
           $(patsubst %,lib/players/%/%,blackmane dumbbot learner scorer) \
           $(patsubst %,lib/judges/%.c,conditions decisions guess lanes/lanes_256 lanes/lanes_512) \
           $(patsubst %,lib/players/trinity/evaluation/prospect_%.c,256 512) \
           $(filter-out %/ferry.c,$(wildcard lib/players/ares/*.c))
in_wasm = $(filter-out $(NO_WASM),$(wildcard $1/*.c))
WASM_ROOMS := $(foreach room,$(filter lib%,$(ROOMS)),$(if $(call in_wasm,$(room)),$W/$(room).o))
WASM_FILES := $(patsubst %.c,$W/%.o,$(filter-out $(NO_WASM) $(wildcard $(ROOMS:%=%/*.c)),$(call sources,lib)))
WASM_OBJECTS := $(WASM_ROOMS) $(WASM_FILES)
# Make starts a compiler itself, without a shell.
$(WASM_OBJECTS): private SHELL := /bin/sh
$(WASM_OBJECTS): private .SHELLFLAGS := -c
$(WASM_FILES): $W/%.o: %.c Makefile | $$(@D)/
	$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@
# A room is older than its object, unless a file came or went.
$(WASM_ROOMS): $W/%.o: $$(call in_wasm,$$*) % Makefile | $$(@D)/
	$(WASM_CC) $(WASM_FLAGS) -MMD -MP $(patsubst %,-include %,$(call in_wasm,$*)) -c -x c /dev/null -o $@
$W/lib/board.o: $B/map_rows.inc
$W/lib/picture.o: $B/drawing_texts.inc $B/picture_style.inc
$W/ares.wasm: $(WASM_OBJECTS)
	$(WASM_CC) $(WASM_FLAGS) -mexec-model=reactor $^ -Wl,--strip-all,--gc-sections,--stack-first \
	 -Wl,--export=malloc,--export=free,-z,stack-size=1048576,--max-memory=134217728 -o $@.tmp
	@[ $$(gzip -9nc $@.tmp | wc -c) -le 150000 ] || { echo "$@ is more than 150 kB for a browser" >&2; exit 1; }
	@mv $@.tmp $@
$B/names.sql: schema/names.awk $(patsubst %,lib/%.def,judges/results judges/stages board/orders) | $$(@D)/
	awk -f $^ >$@
$B/schema.inc: schema/embed.awk $(CHANGES) $B/changes.list
$B/anew.inc: schema/embed.awk $(ANEW) $B/anew.list
$B/tables.inc: schema/embed.awk $(TABLES) $B/tables.list
$B/schema.inc $B/anew.inc $B/tables.inc: | $$(@D)/
	awk -f $(filter-out %.list,$^) >$@
$(ONCE): $B/%.inc: schema/embed.awk schema/%.sql | $$(@D)/
	awk -v plain=1 -f $^ >$@
$(call object,daemon/db/schema/scripts): $B/schema.inc $B/tables.inc $B/anew.inc $(ONCE)
# The questions, by their names in sql/.
$B/questions.inc: schema/embed.awk $(QUESTIONS) $B/questions.list | $$(@D)/
	awk -v under=sql/ -f $(filter-out %.list,$^) >$@
$(call object,daemon/db/questions/questions): $B/questions.inc
# The statements of each stmt_SUBJECT.sql, for the stmt_SUBJECT.c beside it.
STATEMENTS := $(basename $(wildcard daemon/db/statements/*/*.sql))
$(STATEMENTS:%=$B/%.inc): $B/%.inc: $(addprefix daemon/db/statements/,embed.awk rows.sql) %.sql | $$(@D)/
	awk -f $^ >$@
# The pieces of markup of each NAME.html, for the NAME.c beside it.
MARKUP := $(basename $(wildcard daemon/pages/*.html daemon/pages/*/*.html daemon/web/*/*.html))
$(MARKUP:%=$B/%.inc): $B/%.inc: daemon/pages/pieces.awk %.html | $$(@D)/
	awk -f $^ >$@
$(foreach file,$(STATEMENTS) $(MARKUP),$(eval $(call object,$(file)): $B/$(file).inc))

$B/%.o: private SHELL := /bin/sh
$B/%.o: private .SHELLFLAGS := -c
$B/%.o: %.c Makefile | $$(@D)/
	$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@
$(AT_ONCE:%=$B/%.o): $B/%.o: $$(wildcard $$*/*.c) % Makefile | $$(@D)/
	$(CC) $(ALL_CFLAGS) -Wno-shadow -Wredundant-decls -MMD -MP \
	 $(patsubst %,-include %,$(wildcard $*/*.c)) -c -x c /dev/null -o $@

# The daemon waits for the database, and files are read once, so the compiler need not search long.
$B/daemon/%.o $B/lib/formats/%.o: ALL_CFLAGS += $(if $(filter file,$(origin CFLAGS)),-O1)
$B/bench/%.o: ALL_CFLAGS += -Itests/unit
$B/training/%.o: ALL_CFLAGS += -Ibench
# The objects of lib are those of libares, too: only what ares.h declares is seen from outside. Of the programs' own calls the
# linker makes what it makes of -fPIE.
$B/lib/%.o: ALL_CFLAGS += -fPIC -fvisibility=hidden

$B/lib.a: $(call objects,lib)
$B/daemon/base.a: $(call objects,daemon/base)
$B/daemon/db.a: $(call objects,daemon/db)
$B/daemon/bots.a: $(call objects,daemon/bots)
$B/daemon/pages.a: $(call objects,daemon/pages)
$B/daemon/farm.a: $(call objects,daemon/farm)
$B/daemon/ctl.a: $(call objects,daemon/ctl)
$B/daemon/exchange.a: $(call objects,daemon/exchange)
$B/daemon/web.a: $(call objects,daemon/web)
$B/daemon/daide.a: $(call objects,daemon/daide)
$B/bench.a: $(patsubst %.c,$B/%.o,$(wildcard bench/*.c))
$B/bench/scale.a: $(call objects,bench/scale)
$B/training.a: $(call objects,training)
$B/%.a:
	@rm -f $@
	ar rcsT $@ $^

# Which commit the sources are is asked at each make, and changes a file only when it is another.
$B/commit.c: listed | $$(@D)/
	@read -r commit at < <(deploy/commit.sh) && \
	 printf '#include "base/version.h"\n\nconst char version_commit[] = "%s";\n' "$$commit" >$@.tmp && \
	 { cmp -s $@.tmp $@ && rm $@.tmp || mv $@.tmp $@; }
$B/commit.o: $B/commit.c Makefile
	$(CC) $(ALL_CFLAGS) -c $< -o $@
# A program may be running, or be called, while it is linked anew for another commit.
$(PROGRAMS:%=$B/%): $B/commit.o

# ── the public library ──

SHARED_LD := -shared -Wl,-soname,$(SONAME) -Wl,--version-script=lib/api/ares.map $(if $(SAN),,-Wl,-z,defs) \
             -Wl,-z,relro,-z,now,-z,noexecstack $(ARCH:%=-Wl,-z,shstk)
$B/libares.so.$(VERSION): $(filter-out $B/lib/analysis%,$(call objects,lib)) lib/api/ares.map
	$(CC) $(filter-out -fPIE,$(ALL_CFLAGS)) -fPIC $(SHARED_LD) $(filter %.o,$^) $(LPSOLVE_PIC) -lm -lpthread -o $@.tmp && mv $@.tmp $@
$B/$(SONAME): $B/libares.so.$(VERSION)
	ln -sf $(<F) $@
$B/libares.so: $B/$(SONAME)
	ln -sf $(<F) $@
# One object, in which only the public names are global.
$B/libares.a: $(filter-out $B/lib/analysis%,$(call objects,lib)) lib/api/ares.map
	ld -r $(filter %.o,$^) -o $@.o
	objcopy --wildcard --keep-global-symbol='ares_*' $@.o
	@rm -f $@
	ar rcs $@ $@.o
	@rm $@.o
$B/ares.pc: lib/api/ares.pc | $$(@D)/
	sed 's|#PREFIX#|$(PREFIX)|; s|#VERSION#|$(VERSION)|' $< >$@
$B/ares.3: lib/api/manual.awk include/ares.h | $$(@D)/
	awk -v version=$(VERSION) -f $^ >$@

COUNTED := $(COVERAGE:1=-Wl,--wrap=_exit,--wrap=setuid,--wrap=execv,--wrap=execvp,--wrap=execvpe tests/coverage.c)
LINK = $(CC) $(ALL_CFLAGS) $(HARD_LD) $(COUNTED) $(filter %.c %.o %.a,$^)
$B/aresd: $(ARESD)
	$(LINK) $(LDLIBS) -o $@.tmp && mv $@.tmp $@
$B/aresctl: $(CTL)
	$(LINK) $(LDLIBS) -o $@.tmp && mv $@.tmp $@
$B/aresweb: $(WEB)
	$(LINK) $(shell pkg-config --libs libmicrohttpd) $(LDLIBS) -o $@.tmp && mv $@.tmp $@
$B/aresdaide: $(DAIDE)
	$(LINK) $(LDLIBS) -o $@.tmp && mv $@.tmp $@
# The programs print these from their tables of options.
MAN := aresctl.1 aresd.8 aresweb.8 aresdaide.8
pages: $(MAN:%=$B/%) $(PROGRAMS:%=$B/completions/%) $(PROGRAMS:%=$B/completions/_%)
$B/%.1: $B/%
	$< --man >$@
$B/%.8: $B/%
	$< --man >$@
$B/completions/_%: $B/% | $$(@D)/
	$< --completion=zsh >$@
$B/completions/%: $B/% | $$(@D)/
	$< --completion >$@
# Of the web server, what needs no library.
PURE := $(addprefix $B/daemon/web/,$(patsubst %,http/%.o,address cookie origin percent request) login/login_form.o seat/seat_request.o seat/hint_queue.o)
# What a test does itself takes no time, but for positions drawn and XML read. To optimise it would be most of
# the build.
UNOPTIMISED = $(if $(COVERAGE)$(SAN)$(filter %_agree %_daide %_picture %_show,$@),,-O0 -U_FORTIFY_SOURCE)
vpath test_%.c $(wildcard tests/unit/*)
$B/test_%: test_%.c $(PURE) $B/training.a $B/bench.a $B/daemon/farm.a $(CTL)
	$(LINK) $(UNOPTIMISED) -Itests/unit -Itraining -MMD -MP -lcunit $(LDLIBS) -o $@
# A fuzz target with a driver of our own. make fuzz builds the same target with libFuzzer.
$B/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/driver.c $(PURE) $(CTL)
	$(LINK) $(UNOPTIMISED) -Itests/fuzz -MMD -MP $(LDLIBS) -o $@
# A worker that continues after its claim has lapsed, for tests/crash/kills.sh.
$B/late_writes: tests/crash/late_writes.c $(ARESD)
	$(LINK) -MMD -MP $(LDLIBS) -o $@
# Pictures of the boards by which their look is judged, for tests/pages/test_pictures.py.
$B/draw_boards: tests/pages/draw.c $(GAME)
	$(LINK) -MMD -MP $(LDLIBS) -o $@
# Questions about positions, and what lib answers, for tests/pages/module.sh.
$B/ask_analysis: tests/pages/ask.c $(GAME)
	$(LINK) -MMD -MP $(LDLIBS) -o $@
# aresctl with one change of the schema more, for db/migrate, and its aresd, for walks/operator.
$B/later/schema.inc: schema/embed.awk $(CHANGES) tests/db/schema/999_later.sql $B/changes.list | $$(@D)/
	awk -f $(filter-out %.list,$^) >$@
# Others with an edited baseline, and with an edited function, for db/digests.
$B/edited/schema.inc: $B/schema.inc | $$(@D)/
	sed 's/The farm. It belongs to/The farm belongs to/' $< >$@ && ! cmp -s $< $@
$B/other/anew.inc: $B/anew.inc | $$(@D)/
	sed 's/^"begin\\n"$$/"begin -- other\\n"/' $< >$@ && ! cmp -s $< $@
$B/aresctl_later $B/aresd_later: $B/later/schema.inc
$B/aresctl_edited: $B/edited/schema.inc
$B/aresctl_other: $B/other/anew.inc
$B/aresd_later: $(ARESD)
$(filter $B/aresctl_%,$(OTHERS)): $(CTL)
$(OTHERS): daemon/db/schema/scripts.c
	$(CC) -I$B/$(lastword $(subst _, ,$@)) $(ALL_CFLAGS) $(filter daemon/db/schema/scripts.c %.a,$^) -MMD -MP $(LDLIBS) -o $@
# A clock that is wrong, for crash/several_hosts, crash/clocks and crash/tls.
$B/clock.so: tests/crash/clock.c | $$(@D)/
	$(CC) $(filter-out -fsanitize% -fno-sanitize%,$(ALL_CFLAGS)) -shared -fPIC $< -o $@
$B/bench_%: $B/bench/bench_%.o $B/bench.a $(GAME)
	$(LINK) $(LDLIBS) -o $@

# Workers that do not think: make scale.
$B/bench_scale $B/bench_delay: $B/bench_%: $B/bench/scale/bench_%.o $B/bench/scale.a $(ARESD)
	$(LINK) $(LDLIBS) -o $@

$B/train $B/perturb $B/foresee $B/exploit: $B/%: $B/training/%.o $B/training.a $B/bench.a $(GAME)
	$(LINK) $(LDLIBS) -o $@

-include $(patsubst %.o,%.d,$(foreach room,lib daemon bench training,$(call objects,$(room))) $(WASM_OBJECTS)) $(wildcard $B/*.d)

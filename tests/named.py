"""Is all there that these documents name?

    named.py FILE...        in the project's folder

Of what stands in backquotes or is indented as a command: files and folders (NAME and DATE stand for any
name), targets of make, suites of tests (--filter), and names of C. Prints what is not there, and then
fails; so it does when a document names nothing.
"""

import fnmatch
import os
import re
import sys

PLACEHOLDER = re.compile(r"\b(?:NAME|DATE|FILE)\b")
MADE = "build/"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def quoted(text):
    """What is in backquotes, and the lines of code without their comments."""
    code = re.findall(r"(?<=\n\n)(?:    .*\n)+", text)
    yield from (line.split(" #")[0] for block in code for line in block.splitlines())
    prose = re.sub(r"(?<=\n\n)(?:    .*\n)+", "", text)
    yield from (" ".join(words.split()) for words in re.findall(r"`([^`]+)`", prose))


def is_path(word):
    return re.fullmatch(r"[\w.*-]+(?:/[\w.*-]*)+|[\w-]+\.(?:md|c|h|py|sh|tsv|epd)|Makefile", word)


def missing_path(word):
    """What is built need not be there yet, but must be what make can build."""
    if word.startswith(MADE):
        return not re.search(rf":= \$\(BUILD\)/{re.escape(word.removeprefix(MADE))}$", MAKEFILE, re.M)
    pattern = PLACEHOLDER.sub("*", word).rstrip("/")
    return not fnmatch.filter(FILES, pattern) and not fnmatch.filter(FILES, f"*/{pattern}")


def wrong_with(words):
    """Yields (kind, name, is it there?) for each thing that is named."""
    parts = words.split()
    if parts[0] == "make":
        for word in parts[1:]:
            if "=" not in word and not word.startswith("-") and not is_path(word):
                yield "target", word, re.search(rf"^{re.escape(word)}:", MAKEFILE, re.M)
    filters = re.findall(r"--filter '@?\(?([\w|]+)\)?/", words)
    for suite in "|".join(filters).split("|") if filters else []:
        yield "suite of tests", suite, re.search(rf"Test\((?:[^,()]*, )?{suite},", TESTS)
    for word in parts:
        if is_path(word):
            yield "file", word, not missing_path(word)
    if re.fullmatch(r"(?:enum|struct) \w+|\w*[_A-Z]\w*(?:\(\))?", words) and not PLACEHOLDER.search(words):
        yield "name", words, re.search(rf"\b{words.removesuffix('()')}\b", CODE)


def main(paths):
    bad = False
    for path in paths:
        named = [found for words in quoted(read(path)) if words.strip() for found in wrong_with(words)]
        wrong = [f"{path}: there is no {kind} {name}" for kind, name, there in named if not there]
        wrong += [] if named else [f"{path} names nothing"]
        for line in wrong:
            print(line)
        bad = bad or bool(wrong)
    return bad


def files():
    """All of the project, and its folders, but what is built."""
    for folder, folders, names in os.walk("."):
        folders[:] = [name for name in folders if name not in ("build", ".git")]
        yield from (os.path.relpath(os.path.join(folder, name)) for name in folders + names)


FILES = list(files())
MAKEFILE = read("Makefile")
CODE = "\n".join(read(path) for path in FILES if re.match(r"(src|bench)/.*\.[ch]$", path))
TESTS = "\n".join(read(path) for path in FILES if re.match(r"tests/.*\.c$", path))

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))

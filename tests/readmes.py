"""Do these two READMEs, the second a translation of the first, say the same?

    readmes.py README.md README.zh-CN.md [--strict]        in the project's folder

Section by section, they must have headings of the same level, the same tables of results, images, code,
links, figures and words in backquotes, and their other tables the same rows. Comments of code may be
translated. Fails (1) when something differs, and says in which section.

What a translation says besides no program can judge: below each of its headings stands the checksum of
the section that it was made from. One that is no more is pointed out, and fails with --strict.
`readmes.py README.md README.zh-CN.md --made` notes that every section is up to date.
"""

import os
import re
import sys
import zlib

GENERATED = re.compile(r"<!-- (results/reference/\S+) -->\n.*?<!-- end of the table -->", re.S)
SUM = re.compile(r"^<!-- of README\.md: (\w+) -->\n", re.M)
IMAGE = re.compile(r"!\[[^]]*\]\(([^)]*)\)")
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)]*)\)")
WORD = re.compile(r"`([^`]+)`")
FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*")


def sections_of(text):
    """The parts that begin with a heading, and what stands before the first."""
    return re.split(r"^(?=#+ )", text, flags=re.M)


def title_of(section):
    return section.splitlines()[0].lstrip("# ") if section.startswith("#") else "before the title"


def checksum(section):
    """Of all but the tables of results, which are made anew in both."""
    own = GENERATED.sub(r"<!-- \1 -->", section).strip()
    return f"{zlib.crc32(own.encode()):08x}"


def anchor_of(title):
    """As GitHub makes it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def code_and_prose(section):
    """Two lists of lines. Code is indented and stands behind a blank line; in lists, prose is indented."""
    code, prose, previous = [], [], ""
    for line in section.splitlines():
        within = previous == "" or previous is code
        if line.startswith("    ") and within:
            code.append(line.rstrip())
            previous = code
        else:
            prose.append(line)
            previous = code if line == "" and previous is code else line
    return code, prose


def same_code(one, other):
    """A translated line is the same up to its comment: behind a #, a gap, or at its first letter."""
    if other.isascii():
        return one == other
    kept = re.match("[\0-\x7f]*", other)[0]
    return one.startswith(re.sub(r"(?<=\S)(\s+#|\s{2,}).*", "", kept).rstrip())


def rows_of(section):
    """Cells of all tables but their headings and the lines below these."""
    rows, previous = [], ""
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"\|[-:| ]+\|", line):
            rows[-1:] = [] if previous.startswith("|") else rows[-1:]
        elif line.startswith("|"):
            rows.append(cells)
        previous = line
    return rows


def same_row(one, other):
    """The first cell, and every other that is not translated, must be equal."""
    return len(one) == len(other) and all(
        a == b or (i > 0 and not b.isascii()) for i, (a, b) in enumerate(zip(one, other)))


def compare_lists(what, ones, others, same):
    if len(ones) != len(others):
        yield f"{what}: {len(ones)} here, {len(others)} there"
    for one, other in zip(ones, others):
        if not same(one, other):
            yield f"{what} '{one}' is '{other}' there"
            return


def compare_sets(what, ones, others, both=True):
    for one in sorted(set(ones) - set(others)):
        yield f"{what} '{one}' is missing there"
    for other in sorted(set(others) - set(ones)) if both else []:
        yield f"{what} '{other}' is there only"


def outside(links):
    """Within a README titles, and so links to them, are translated."""
    return [link for link in links if not link.startswith("#")]


def within(links):
    return [link for link in links if link.startswith("#")]


def compare(one, other):
    equal = lambda a, b: a == b  # noqa: E731
    if re.match("#*", one)[0] != re.match("#*", other)[0]:
        yield f"its heading is of another level than '{title_of(other)}'"
        return
    yield from compare_lists("table of results", GENERATED.findall(one), GENERATED.findall(other), equal)
    (code, one), (other_code, other) = (code_and_prose(GENERATED.sub("", text)) for text in (one, other))
    yield from compare_lists("line of code", code, other_code, same_code)
    one, other = "\n".join(one), "\n".join(other)
    yield from compare_lists("image", IMAGE.findall(one), IMAGE.findall(other), equal)
    yield from compare_lists("row", rows_of(one), rows_of(other), same_row)
    yield from compare_sets("link", outside(LINK.findall(one)), outside(LINK.findall(other)))
    if len(within(LINK.findall(one))) != len(within(LINK.findall(other))):
        yield "another number of links to its own sections there"
    yield from compare_sets("word", *([" ".join(word.split()) for word in WORD.findall(text)]
                                      for text in (one, other)))
    # Numbers in words may be figures in another language.
    yield from compare_sets("figure", FIGURE.findall(one), FIGURE.findall(other), both=False)


def dead_anchors(text):
    anchors = {anchor_of(title_of(section)) for section in sections_of(text)}
    for link in within(LINK.findall(text)):
        if link[1:] not in anchors:
            yield f"there is no section for the link {link}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def note_sums(path, ones, others):
    """Writes below each heading of the translation what it was made from."""
    with open(path, "w", encoding="utf-8") as file:
        for one, other in zip(ones, others):
            heading, newline, rest = other.partition("\n")
            mark = f"<!-- of README.md: {checksum(one)} -->\n" if one.startswith("#") else ""
            file.write(heading + newline + mark + SUM.sub("", rest))


def main(original, translation, option=""):
    paths = (original, translation)
    ones, others = (sections_of(read(path)) for path in paths)
    original, translation = (os.path.basename(path) for path in paths)
    wrong, stale = [], []
    if len(ones) != len(others):
        wrong.append(f"{original} has {len(ones) - 1} sections, {translation} {len(others) - 1}")
    for one, other in zip(ones[1:], others[1:]):
        made_of, other = SUM.findall(other), SUM.sub("", other)
        wrong += [f"{original}, '{title_of(one)}': {what}" for what in compare(one, other)]
        if made_of != [checksum(one)]:
            stale.append(f"{translation}, '{title_of(other)}': made from another text of '{title_of(one)}'")
    for path in paths:
        wrong += [f"{os.path.basename(path)}: {what}" for what in dead_anchors(read(path))]
    if option == "--made" and not wrong:
        note_sums(paths[1], ones, others)
        stale = []
    for line in wrong + stale:
        print(line)
    return bool(wrong or (stale and option == "--strict"))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--strict"], ["--made"]):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

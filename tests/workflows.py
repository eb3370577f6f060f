"""Are these GitHub workflows in order, and is all there that they name?

    workflows.py FILE...        in the project's folder

Prints what is wrong, and then fails. It is no full linter, but finds what breaks most often: steps
that no shell can read, and scripts, targets and files that were renamed.
"""

import os
import re
import shlex
import subprocess
import sys

import yaml

ACTIONS = ("actions/checkout@v4", "actions/upload-artifact@v4")
JOB_KEYS = {"name", "if", "needs", "strategy", "runs-on", "timeout-minutes", "env", "steps"}
STEP_KEYS = {"name", "id", "if", "env", "shell", "working-directory", "run", "uses", "with"}
ENDS_COMMAND = {";", "&&", "||", "|", "(", ")", "&"}


def words_of(script):
    """The words of a shell script, with those that end a command among them."""
    line = script.replace("\\\n", " ").replace("\n", " ; ")
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return list(lexer)


def targets_of(script, ours):
    """What each `make` of our Makefile is told to make; ours: -C need not say so."""
    words = iter(words_of(script))
    for word in words:
        if word != "make":
            continue
        targets, here = [], ours
        for word in words:
            if word in ENDS_COMMAND:
                break
            if word == "-C":
                here = next(words, "") == "xqperft"
            elif not word.startswith("-") and "=" not in word:
                targets.append(word)
        if here:
            yield from targets


def check_run(script, ours, makefile):
    checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
    if checked.returncode:
        yield "no shell can read it: " + checked.stderr.strip()
        return
    if "${{" in script:
        yield "it has an expression, whose text the shell would run; env should pass it"
    for path in re.findall(r"\bscripts/[\w./-]+", script):
        if not os.access(path, os.X_OK):
            yield f"there is no script {path}"
    for path in re.findall(r"\bpositions/[\w./-]+", script):
        if not os.path.exists(path):
            yield f"there is no file {path}"
    for target in targets_of(script, ours):
        if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE):
            yield f"make knows no {target}"


def check_step(step, ours, makefile):
    for key in step.keys() - STEP_KEYS:
        yield f"it has a key that is none: {key}"
    if ("run" in step) == ("uses" in step):
        yield "it is neither a command nor an action, or both"
    elif "run" in step:
        yield from check_run(step["run"], ours, makefile)
    elif step["uses"] not in ACTIONS:
        yield f"{step['uses']} is none of {', '.join(ACTIONS)}"


def check_job(job, ours, makefile):
    for key in job.keys() - JOB_KEYS:
        yield f"it has a key that is none: {key}"
    if not job.get("runs-on"):
        yield "it has no runs-on"
    matrix = (job.get("strategy") or {}).get("matrix") or {}
    for name in re.findall(r"\$\{\{ *matrix\.(\w+)", str(job)):
        if name not in matrix:
            yield f"its matrix has no {name}"
    if not job.get("steps"):
        yield "it has no steps"
    for number, step in enumerate(job.get("steps") or [], 1):
        for fault in check_step(step, ours, makefile):
            yield f"step {number}: {fault}"


def check_workflow(path, makefile):
    try:
        with open(path, encoding="utf-8") as file:
            workflow = yaml.safe_load(file)
    except (OSError, yaml.YAMLError) as error:
        yield str(error)
        return
    if not isinstance(workflow, dict) or not workflow.get("jobs"):
        yield "it has no jobs"
        return
    if True not in workflow:  # to YAML 1.1, which the parser reads, the key `on` is a truth value
        yield "it says not when to run"
    ours = path.endswith("ci.yml")
    for name, job in workflow["jobs"].items():
        for fault in check_job(job, ours, makefile):
            yield f"job {name}: {fault}"


def main():
    with open("Makefile", encoding="utf-8") as file:
        makefile = file.read()
    found = 0
    for path in sys.argv[1:]:
        for fault in check_workflow(path, makefile):
            print(f"{path}: {fault}")
            found = 1
    return found


sys.exit(main())

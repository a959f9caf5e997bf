"""Programs in several languages, in a sandbox: with all that their runtimes ask of the kernel, they play as outside."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ...cli.helpers import run as command
from ...rows import daily
from .test_sandbox import GAME, sandboxed

PYTHON = """
import asyncio, concurrent.futures, fcntl, multiprocessing, mmap, os, pathlib, sqlite3, subprocess, sys, tempfile

def square(number):
    return number * number

async def shout():
    echo = await asyncio.create_subprocess_exec("echo", "hello", stdout=asyncio.subprocess.PIPE)
    return (await echo.communicate())[0]

if __name__ == "__main__":
    assert asyncio.run(shout()) == b"hello\\n"
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(square, [1, 2, 3]) == [1, 4, 9]
    with concurrent.futures.ThreadPoolExecutor() as threads:
        assert list(threads.map(square, [4, 5])) == [16, 25]
    for mode in ("delete", "wal"):
        with tempfile.TemporaryDirectory() as folder:
            book = sqlite3.connect(os.path.join(folder, "book.db"))
            assert book.execute(f"pragma journal_mode={mode}").fetchone() == (mode,)
            book.execute("create table openings (move)")
            book.execute("insert into openings values (7)")
            book.commit()
            other = sqlite3.connect(os.path.join(folder, "book.db"))
            assert other.execute("select move from openings").fetchone() == (7,)
    with open(__file__, "rb") as own:
        fcntl.flock(own, fcntl.LOCK_SH)
        assert mmap.mmap(own.fileno(), 0, prot=mmap.PROT_READ)[:1]
    for number, _ in enumerate(sys.stdin):
        print('{"choose":0}' if number else '{"ready":1}', flush=True)
"""
NODE = """
const fs = require("fs"), readline = require("readline"), {Worker} = require("worker_threads");
const {execFileSync} = require("child_process");
if (execFileSync("echo", ["hello"]).toString() !== "hello\\n") process.exit(3);
const worker = new Worker("require('worker_threads').parentPort.postMessage(9)", {eval: true});
worker.on("message", async (said) => {
    if (said !== 9 || (await fs.promises.readFile(__filename)).length < 9) process.exit(4);
    const folder = await fs.promises.mkdtemp("/tmp/bot-");
    await fs.promises.writeFile(folder + "/note", "mine");
    await fs.promises.rm(folder, {recursive: true});
    let number = 0;
    readline.createInterface({input: process.stdin}).on("line", () => {
        console.log(number++ ? '{"choose":0}' : '{"ready":1}');
    });
});
"""
C = """
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static void *nine(void *place) { *(int *)place = 9; return NULL; }

int main(int count, char **words) {
    pthread_t thread;
    int told = 0, status, character, number = 0;
    if (pthread_create(&thread, NULL, nine, &told) || pthread_join(thread, NULL) || told != 9) return 3;
    pid_t child = fork();
    if (child == 0) _exit(7);
    if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) return 4;
    if (system("test 1 = 1")) return 5;
    int own = open(words[0], O_RDONLY);
    if (own < 0 || flock(own, LOCK_EX) || posix_fadvise(own, 0, 0, POSIX_FADV_SEQUENTIAL)) return 6;
    char *heap = malloc(64 << 20);
    memset(heap, count, 64 << 20);
    free(heap);
    while ((character = getchar()) != EOF)
        if (character == '\\n') {
            puts(number++ ? "{\\"choose\\":0}" : "{\\"ready\\":1}");
            fflush(stdout);
        }
    return 0;
}
"""
JAVA = """
import java.io.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;

public class Bot {
    public static void main(String[] words) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        int sum = 0;
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) { int number = i; all.add(pool.submit(() -> number * number)); }
        for (Future<Integer> one : all) sum += one.get();
        pool.shutdown();
        if (sum != 140) System.exit(3);
        Path note = Files.createTempFile("note", null);
        try (FileChannel file = FileChannel.open(note, StandardOpenOption.WRITE); FileLock lock = file.lock()) {
            if (!lock.isValid()) System.exit(4);
        }
        Files.delete(note);
        Process echo = new ProcessBuilder("echo", "hello").start();
        BufferedReader heard = new BufferedReader(new InputStreamReader(echo.getInputStream()));
        if (!heard.readLine().equals("hello")) System.exit(5);
        for (int i = 0; i < 50; i++) { byte[] garbage = new byte[1 << 20]; garbage[i] = 1; }
        System.gc();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (int number = 0; lines.readLine() != null; number++) {
            System.out.println(number > 0 ? "{\\"choose\\":0}" : "{\\"ready\\":1}");
            System.out.flush();
        }
    }
}
"""


def command_of(language: str, folder: Path) -> list[str]:
    """The command line of a bot in this language, which is made in the folder."""
    name, text, compiler, command_line = {
        "Python": ("bot.py", PYTHON, None, [sys.executable, "bot.py"]),
        "node": ("bot.js", NODE, None, ["node", "bot.js"]),
        "C": ("bot.c", C, ["cc", "-O1", "-pthread", "-o", "bot", "bot.c"], ["./bot"]),
        "Java": ("Bot.java", JAVA, ["javac", "Bot.java"], ["java", "-Xmx64m", "-cp", ".", "Bot"]),
    }[language]
    for tool in (*(compiler or ())[:1], command_line[0]):
        if not tool.startswith("./") and shutil.which(tool) is None:
            pytest.skip(f"there is no {tool}")
    folder.mkdir()
    (folder / name).write_text(text)
    if compiler:
        subprocess.run(compiler, cwd=folder, check=True, capture_output=True, timeout=120)
    return command_line


@sandboxed
@pytest.mark.parametrize("language", daily(["Python", "node", "C", "Java"]))
def test_programs_in_many_languages_play_in_a_sandbox(language: str, tmp_path: Path) -> None:
    line = command_of(language, tmp_path / "bot")
    toml = tmp_path / "cup.toml"
    toml.write_text(
        f'game = "{GAME}"\nseed = "1"\ndeals = 1\nlimits = {{ decision = 120.0, game = 600.0, memory = 2048 }}\n'
        f'bots = ["random", {{ name = "bot", spec = {json.dumps("exec:" + shlex.join(line))}, folder = "bot" }}]\n'
    )
    command("tournament", toml, "--sandbox", "-o", tmp_path / "inside")
    games = [json.loads(game) for game in (tmp_path / "inside" / "games.jsonl").read_bytes().splitlines()]
    assert [game["result"]["forfeits"] for game in games if "result" in game] == [[], []]
    command("tournament", toml, "--limit", "memory=0", "-o", tmp_path / "outside")
    assert (tmp_path / "inside/games.jsonl").read_bytes() == (tmp_path / "outside/games.jsonl").read_bytes()

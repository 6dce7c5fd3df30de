// Tests of the server log: lines, rotation, reading, following, and import reports.

import { appendFile, mkdir, readFile, readdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, createTestFolder } from "@pictor/host/testing";
import { readImports } from "./import-report.js";
import { createLineSplitter, linesOf } from "./split-lines.js";
import { rotateLargeLog, logFile, openServerLog } from "./server-log.js";
import { readBeginning, createLogReader, followLog, lastLines } from "./read-log.js";

let folder: string;
beforeEach(() => void (folder = createTestFolder()));

describe("lines", () => {
  it("are assembled across chunks, also within a character", () => {
    const splitter = createLineSplitter();
    const bytes = Buffer.from("größe\r\nzwei\nrest");
    const lines = [...bytes].flatMap((byte) => splitter.add(Uint8Array.of(byte)));
    expect([...lines, ...splitter.rest()]).toEqual(["größe", "zwei", "rest"]);
  });

  it("that are overwritten are shown in their last state", () => {
    const splitter = createLineSplitter();
    expect(splitter.add(Buffer.from(" 0%\r 10%\r 20%"))).toEqual([" 10%"]);
    expect(splitter.add(Buffer.from("\r 30%\n"))).toEqual([" 30%"]);
    expect(linesOf("a\r\n\r 1%\r 2%\nb")).toEqual(["a", " 2%", "b"]);
  });

  it("are read without colors", () => {
    const splitter = createLineSplitter();
    expect(splitter.add(Buffer.from("\u001b[1m\u001b[33m[WARNING]\u001b[0m a\r\n"))).toEqual(["[WARNING] a"]);
    expect(linesOf("\u001b[32m[INFO]\u001b[0m \u001b[32mdone\u001b[0m\n 1%\r\u001b[0m\n")).toEqual([
      "[INFO] done",
      " 1%",
    ]);
  });

  it("without an end have a maximum length, and invalid UTF-8 is not an error", () => {
    const splitter = createLineSplitter();
    expect(splitter.add(Buffer.alloc(100_000, "x"))).toHaveLength(1);
    expect(splitter.add(Uint8Array.of(0xff, 0x0a))).toEqual(["\ufffd"]);
  });
});

describe("the file", () => {
  it("is new for each start, and five older ones are kept", async () => {
    for (let start = 0; start < 8; start++) {
      const file = await openServerLog(folder);
      await file.write(`start ${start}`);
      await file.close();
    }
    expect((await readdir(folder)).sort()).toEqual(
      [1, 2, 3, 4, 5].map((age) => `server.${age}.log`).concat("server.log"),
    );
    expect(await readFile(join(folder, "server.1.log"), "utf8")).toBe("start 6");
    expect(await readFile(join(folder, "server.5.log"), "utf8")).toBe("start 2");
  });

  it("that is too large is copied and truncated while the server writes to it", async () => {
    const file = await openServerLog(folder);
    await file.write("x".repeat(100));
    expect([await rotateLargeLog(folder, 100), await rotateLargeLog(folder, 99)]).toEqual([false, true]);
    await file.write("after");
    await file.close();
    expect(await readFile(logFile(folder), "utf8")).toBe("after");
    expect(await readFile(join(folder, "server.1.log"), "utf8")).toBe("x".repeat(100));
  });
});

describe("a log that cannot be copied", () => {
  it("is not changed, nor are the older ones", async () => {
    await writeFile(logFile(folder), "now");
    await writeFile(join(folder, "server.1.log"), "before");
    await mkdir(join(folder, "server.part.log"));
    await expect(rotateLargeLog(folder, 1)).rejects.toThrow();
    expect(await readFile(logFile(folder), "utf8")).toBe("now");
    expect(await readFile(join(folder, "server.1.log"), "utf8")).toBe("before");
    expect((await readdir(folder)).sort()).toEqual(["server.1.log", "server.log"]);
  });
});

describe("reading", () => {
  it("the last lines reads only the end, and complete lines", async () => {
    await writeFile(logFile(folder), Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n"));
    expect(await lastLines(logFile(folder), 2)).toEqual(["line 48", "line 49"]);
    expect(await lastLines(logFile(folder), 10, 10)).toEqual(["line 49"]);
    expect(await lastLines(join(folder, "none.log"), 2)).toEqual([]);
  });

  it("continues at its position, also after a truncation or replacement", async () => {
    const path = logFile(folder);
    const reader = createLogReader(path);
    expect(await reader.read()).toEqual([]);
    await writeFile(path, "a\nb");
    expect(await reader.read()).toEqual(["a"]);
    await appendFile(path, "b\n");
    expect(await reader.read()).toEqual(["bb"]);
    await truncate(path, 0);
    await appendFile(path, "c\n");
    expect(await reader.read()).toEqual(["c"]);
    await appendFile(path, "last words");
    const next = await openServerLog(folder);
    await next.write("new\n");
    expect(await reader.read()).toEqual(["last words", "new"]);
    await next.close();
    await reader.close();
  });

  it("reads a limited part at a time, so that a server that writes constantly does not block it", async () => {
    const path = logFile(folder);
    const line = "x".repeat(1_023);
    const count = 10_000;
    await writeFile(path, `${line}\n`.repeat(count - 1) + "the end\n");
    const reader = createLogReader(path);
    const parts: number[] = [];
    for (let lines = await reader.read(); lines.length > 0; lines = await reader.read())
      parts.push(lines.length);
    await reader.close();
    expect(parts).toEqual([4_096, 4_096, count - 2 * 4_096]);
    const all = [];
    for await (const one of followLog(path, { clock: createFakeClock() })) all.push(one);
    expect([all.length, all.at(-1)]).toEqual([count, "the end"]);
    const some = [];
    for await (const one of followLog(path, { clock: createFakeClock() }, { lines: 2 })) some.push(one);
    expect(some).toEqual([line, "the end"]);
    expect(await readBeginning(path, 3)).toBe("xxx");
    expect(await readBeginning(join(folder, "none.log"), 3)).toBe("");
  });

  it("some lines with `follow` returns those lines first", async () => {
    const clock = createFakeClock();
    const ending = new AbortController();
    await writeFile(logFile(folder), "a\nb\nc\n");
    const lines = followLog(logFile(folder), { clock }, { follow: true, lines: 2, signal: ending.signal });
    const reading = lines[Symbol.asyncIterator]();
    expect([(await reading.next()).value, (await reading.next()).value]).toEqual(["b", "c"]);
    const next = reading.next();
    await appendFile(logFile(folder), "d\n");
    let value: unknown;
    void next.then((result) => {
      value = result.value as unknown;
    });
    while (value === undefined) await clock.advance(100);
    expect(value).toBe("d");
    ending.abort();
    expect((await reading.next()).done).toBe(true);
    expect(clock.pending()).toBe(0);
  });
});

describe("imports", () => {
  const start = [
    "Traceback (most recent call last):",
    '  File "/c/nodes.py", line 2131, in load_custom_node',
    "    module_spec.loader.exec_module(module)",
    "ModuleNotFoundError: No module named 'numba'",
    "",
    "Cannot import /c/custom_nodes/broken pack module for custom nodes: No module named 'numba'",
    "Skip /c/custom_nodes/empty.py module for custom nodes due to the lack of NODE_CLASS_MAPPINGS or NODES_LIST (need one).",
    "",
    "Import times for custom nodes:",
    "   0.0 seconds: /c/custom_nodes/good",
    "   0.0 seconds (IMPORT FAILED): /c/custom_nodes/empty.py",
    "   0.1 seconds (IMPORT FAILED): C:\\c\\custom_nodes\\broken pack",
    "   0.2 seconds (IMPORT FAILED): /c/custom_nodes/silent",
    "",
    "Starting server",
  ];
  it("that failed have the last line of the traceback as their reason", () => {
    const { loaded, failures } = readImports(start);
    expect([...loaded]).toEqual(["good"]);
    expect([...failures]).toEqual([
      ["broken pack", "ModuleNotFoundError: No module named 'numba'"],
      ["empty.py", "due to the lack of NODE_CLASS_MAPPINGS or NODES_LIST (need one)."],
      ["silent", "its import failed; see the log"],
    ]);
  });

  it("are found after the level prefixes of newer versions", () => {
    const colored = (name: string, message: string): string =>
      `\u001b[1m\u001b[33m[${name}]\u001b[0m ${message}`;
    const text = [
      ...[colored("WARNING", "Traceback (most recent call last):"), '  File "/c/nodes.py", line 2263'],
      ...["ModuleNotFoundError: No module named 'numba'", ""],
      colored(
        "WARNING",
        "Cannot import /c/custom_nodes/broken module for custom nodes: No module named 'numba'",
      ),
      ...[colored("INFO", ""), "Import times for custom nodes:"],
      colored("INFO", "   0.0 seconds: /c/custom_nodes/good"),
      colored("INFO", "   0.1 seconds (IMPORT FAILED): /c/custom_nodes/broken"),
      ...[colored("INFO", ""), colored("INFO", "Starting server"), ""],
    ];
    const { loaded, failures } = readImports(linesOf(text.join("\n")));
    expect([...loaded]).toEqual(["good"]);
    expect([...failures]).toEqual([["broken", "ModuleNotFoundError: No module named 'numba'"]]);
  });

  it("are those of the latest start in the log", () => {
    const again = [
      "Import times for custom nodes:",
      "   0.0 seconds: /c/custom_nodes/broken pack",
      "",
      "Starting server",
    ];
    expect(readImports([...start, ...again])).toEqual({
      loaded: new Set(["broken pack"]),
      failures: new Map(),
    });
  });

  it("of prestartup scripts are reported too", () => {
    const lines = [
      "Failed to execute startup-script: /c/custom_nodes/early/prestartup_script.py / name 'x' is not defined",
      "",
      "Prestartup times for custom nodes:",
      "   0.0 seconds (PRESTARTUP FAILED): /c/custom_nodes/early",
      "",
      "Import times for custom nodes:",
      "   0.0 seconds: /c/custom_nodes/good",
    ];
    expect([...readImports(lines).failures]).toEqual([["early", "name 'x' is not defined"]]);
  });

  it("has what the policy of an organization refuses, with the reason that came before", () => {
    const lines = [
      "Traceback (most recent call last):",
      "OSError: of something else",
      "[WARNING] Cannot verify custom node pack 'linked': pack must not contain symlinks",
      "[WARNING] Custom node pack 'linked' is not permitted by your organization's policy.",
      "Custom node pack 'comfyui-manager' is not loaded: ComfyUI-Manager cannot run under a custom-node policy.",
    ];
    expect([...readImports(lines).failures]).toEqual([
      ["linked", "is not permitted by your organization's policy. (pack must not contain symlinks)"],
      ["comfyui-manager", "is not loaded: ComfyUI-Manager cannot run under a custom-node policy."],
    ]);
  });

  it("of an empty log are none", () => {
    expect(readImports([])).toEqual({ loaded: new Set(), failures: new Map() });
  });
});

// Prompts, questions, device codes and the browser, at a terminal and without one.

import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { createTestFolder } from "@pictor/host/testing";
import { beforeEach, describe, expect, it } from "vitest";
import type { InputStream } from "../base/streams.js";
import { createTerminal } from "../output/terminal.js";
import { fakeStreams, keyboard, piped } from "../testing/fake-streams.js";
import { isHeadless, openBrowser } from "./browser.js";
import { boxAround, clipboardSequence, remainingText } from "./device-code.js";
import { HostInteraction, type InteractionOptions } from "./interaction.js";
import { redirectFolder } from "./redirect-file.js";

const noTicker = { now: () => 0, every: () => () => undefined };

type Situation = Partial<InteractionOptions> & {
  readonly json?: true;
  readonly redact?: (text: string) => string;
};

function start(stdin: InputStream, more: Situation = {}) {
  const streams = fakeStreams(stdin.isTTY === true, {}, stdin);
  const { json, redact, ...options } = more;
  let interrupts = 0;
  const interaction = new HostInteraction(
    createTerminal(streams, json === undefined ? {} : { json }, redact),
    {
      streams,
      yes: false,
      browser: true,
      signal: new AbortController().signal,
      interrupt: () => interrupts++,
      ticker: noTicker,
      now: () => 0,
      open: () => Promise.resolve(false),
      ...options,
    },
  );
  return { interaction, written: streams.written, interrupts: () => interrupts };
}
/** Starts at a terminal, where a test types by writing to `stdin`. */
function atTerminal(more: Situation = {}) {
  const stdin = keyboard();
  return { stdin, ...start(stdin, more) };
}
/** Waits until readline has processed the typed text. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
};
const secret = { title: "Access token", secret: true };

describe("a prompt at a terminal", () => {
  it("echoes the typed text", async () => {
    const { stdin, interaction, written } = atTerminal();
    const entered = interaction.enter({ title: "User name", detail: ["of the studio"] });
    stdin.write("me\r");
    expect(await entered).toBe("me");
    expect(written.err).toContain("of the studio\n");
    expect(stripVTControlCharacters(written.err)).toContain("User name: me");
  });
  it("does not echo a secret of any length", async () => {
    const { stdin, interaction, written } = atTerminal();
    const token = "T0P".repeat(3000);
    const entered = interaction.enter(secret);
    stdin.write(`${token}\r`);
    expect(await entered).toBe(token);
    expect(written.err).toContain("Access token (not shown): ");
    expect(written.err).not.toContain("T0P");
    expect(written.err.endsWith("\n")).toBe(true);
  });
  it("resolves to undefined after Ctrl-D", async () => {
    const stdin = keyboard();
    const entered = start(stdin).interaction.enter(secret);
    stdin.write("\u0004");
    expect(await entered).toBeUndefined();
    expect(stdin.rawModes).toEqual([true, false]);
  });
  it("forwards Ctrl-C, and rejects when the signal is aborted", async () => {
    const stdin = keyboard();
    const controller = new AbortController();
    const { interaction, interrupts } = start(stdin, { signal: controller.signal });
    const entered = interaction.enter(secret).catch((error: unknown) => error);
    stdin.write("abc\u0003");
    await settle();
    expect(interrupts()).toBe(1);
    const reason = new DOMException("Interrupted", "AbortError");
    controller.abort(reason);
    expect(await entered).toBe(reason);
    expect(stdin.rawModes).toEqual([true, false]);
  });
  it("rejects at once when the plugin's signal is aborted", async () => {
    const stdin = keyboard();
    const controller = new AbortController();
    const entered = start(stdin).interaction.enter({ title: "Paste it" }, controller.signal);
    controller.abort("done");
    await expect(entered).rejects.toBe("done");
    expect(stdin.rawModes).toEqual([true, false]);
    await expect(start(stdin).interaction.enter(secret, controller.signal)).rejects.toBe("done");
  });
});

describe("a prompt with piped standard input", () => {
  it("reads line by line until the end", async () => {
    const { interaction, written } = start(piped("first\r\nsecond\n\nlast"));
    const next = () => interaction.enter(secret);
    expect([await next(), await next(), await next(), await next(), await next()]).toEqual([
      "first",
      "second",
      "",
      "last",
      undefined,
    ]);
    expect(written.err).toBe("");
  });
  it("joins chunks, even inside a character", async () => {
    const stdin = keyboard();
    const { interaction } = start(Object.assign(stdin, { isTTY: false }));
    const entered = interaction.enter(secret);
    const [lead, ...rest] = Buffer.from("é\n");
    stdin.write(Buffer.from([lead!]));
    stdin.write(Buffer.from(rest));
    expect(await entered).toBe("é");
    expect(stdin.isPaused()).toBe(true);
  });
  it("stops reading when the signal is aborted", async () => {
    const stdin = Object.assign(keyboard(), { isTTY: false }) as InputStream;
    const controller = new AbortController();
    const entered = start(stdin).interaction.enter(secret, controller.signal);
    controller.abort("done");
    await expect(entered).rejects.toBe("done");
    expect(stdin.isPaused()).toBe(true);
    expect(stdin.listenerCount("data")).toBe(0);
  });
  it("shows the details of the prompt, such as why the previous line was refused", async () => {
    const { interaction, written } = start(piped("wrong\nright\n"));
    await interaction.enter({ title: "Address" });
    await interaction.enter({ title: "Address", detail: ["This URL belongs to another sign-in."] });
    expect(written.err).toBe("This URL belongs to another sign-in.\n");
  });
  it("keeps the process alive only while it waits for a line", async () => {
    const calls: string[] = [];
    const stdin = Object.assign(keyboard(), {
      isTTY: false,
      ref: () => calls.push("ref"),
      unref: () => calls.push("unref"),
    }) as InputStream;
    const entered = start(stdin).interaction.enter(secret);
    expect(calls).toEqual(["ref"]);
    stdin.push("line\n");
    expect(await entered).toBe("line");
    expect(calls).toEqual(["ref", "unref"]);
  });
  it("reads the whole input for several lines", async () => {
    const { interaction } = start(piped("-----BEGIN\na\n-----END\n"));
    expect(await interaction.lines.rest(new AbortController().signal)).toBe("-----BEGIN\na\n-----END");
  });
});

describe("a question", () => {
  const question = {
    title: "Install it?",
    choices: [
      { id: "install", text: "install" },
      { id: "cancel", text: "cancel" },
    ],
    safeChoice: "cancel",
  };
  const answered = (typed: string) => {
    const { stdin, interaction } = atTerminal();
    const answer = interaction.ask(question);
    stdin.write(typed);
    return answer;
  };
  it("is asked again after an invalid answer", async () => {
    const { stdin, interaction, written } = atTerminal();
    const answer = interaction.ask(question);
    stdin.write("7\r");
    await settle();
    stdin.write("1\r");
    expect(await answer).toBe("install");
    expect(written.err).toContain("Answer with a number from 1 to 2, or with the word.");
  });
  it.each([
    ["y", "install"],
    ["Yes", "install"],
    ["n", "cancel"],
    ["inst", "install"],
  ])("with two choices accepts the answer %s", async (typed, choice) => {
    expect(await answered(`${typed}\r`)).toBe(choice);
  });
  it("is answered with the safe choice after Ctrl-D", async () => {
    expect(await answered("\u0004")).toBe("cancel");
  });
  it.each([
    ["--yes", { yes: true }, "install"],
    ["--json", { json: true } as const, "cancel"],
  ])("is answered by %s", async (_name, options, answer) => {
    expect(await start(keyboard(), options).interaction.ask(question)).toBe(answer);
  });
  it("is withdrawn when its job ends", async () => {
    const ended = new AbortController();
    const answer = start(keyboard()).interaction.ask({ ...question, signal: ended.signal });
    await settle();
    ended.abort(new Error("the job has ended"));
    await expect(answer).rejects.toThrow("the job has ended");
  });
  it("is answered with the safe choice if nobody can be asked", async () => {
    expect(await start(piped("1\n")).interaction.ask(question)).toBe("cancel");
  });
});

describe("a device code", () => {
  const code = { code: "ABCD-EFGH", url: "https://auth.example.org/device", expiresAtMs: 900_000 };

  const showing = (stdin: InputStream, more: Situation = {}, shown = code) => {
    const { interaction, written } = start(stdin, more);
    interaction.showCode(shown, new AbortController().signal);
    return { interaction, written };
  };

  it("is shown in a box, with the address, the remaining time and how to copy it", () => {
    const { written } = showing(keyboard());
    expect(written.err).toContain(
      "  ┌───────────────┐\n  │   ABCD-EFGH   │\n  └───────────────┘\n  Enter this code at https://auth.example.org/device\n",
    );
    expect(written.err).toContain("Waiting, 15:00 left. Press c to copy the code.");
  });
  it("is copied with c", async () => {
    const { stdin, interaction, written } = atTerminal();
    interaction.showCode(code, new AbortController().signal);
    stdin.write("xc");
    await settle();
    expect(written.err).toContain("\u001b]52;c;QUJDRC1FRkdI\u0007");
    expect(written.err).toContain("Copied, if this terminal allows it.");
  });
  it("forwards Ctrl-C", async () => {
    const { stdin, interaction, interrupts } = atTerminal();
    interaction.showCode(code, new AbortController().signal);
    stdin.write("\u0003");
    await settle();
    expect(interrupts()).toBe(1);
  });
  it.each(["the plugin's signal", "the end of the command"])("restores the terminal at %s", (which) => {
    const stdin = keyboard();
    const [plugin, ending] = [new AbortController(), new AbortController()];
    const { interaction, written } = start(stdin, { signal: ending.signal });
    interaction.showCode(code, plugin.signal);
    (which === "the end of the command" ? ending : plugin).abort();
    expect(stdin.rawModes).toEqual([true, false]);
    expect(stdin.isPaused()).toBe(true);
    expect(stdin.listenerCount("data")).toBe(0);
    expect(written.err.endsWith("\r\u001b[2K")).toBe(true);
  });
  it("releases the keyboard for a prompt", async () => {
    const { stdin, interaction, written } = atTerminal();
    interaction.showCode(code, new AbortController().signal);
    const entered = interaction.enter({ title: "Name" });
    stdin.write("c\r");
    expect(await entered).toBe("c");
    expect(written.err).not.toContain("\u001b]52");
    expect(stdin.rawModes).toEqual([true, false, true, false]);
  });
  it("is shown as a line without a terminal", () => {
    const { written } = showing(piped(""));
    expect(written.err).toMatch(
      /^Enter the code ABCD-EFGH at https:\/\/auth\.example\.org\/device \(valid until .*, for 15 minutes\)\.\n$/,
    );
  });
  it("is printed as a record with --json", () => {
    const { written } = showing(piped(""), { json: true });
    expect(written.err).toBe("");
    expect(JSON.parse(written.out)).toEqual({
      type: "code",
      code: "ABCD-EFGH",
      url: "https://auth.example.org/device",
      expiresAt: "1970-01-01T00:15:00.000Z",
    });
  });
  it("removes escape sequences from a server", () => {
    const { written } = showing(piped(""), {}, { ...code, code: "A\u001b[2J", url: "https://a/\u009b" });
    expect(written.err).not.toMatch(/(?!\n)\p{Cc}/u);
  });
  it("shows the remaining time until the code expires", () => {
    expect(remainingText(90_000, 30_500, false)).toBe("Waiting, 00:59 left. Press c to copy the code.");
    expect(remainingText(90_000, 90_000, false)).toBe("The code has expired.");
  });
  it("fits into its box", () => {
    expect(
      new Set(
        boxAround("A")
          .split("\n")
          .map((line) => line.length),
      ),
    ).toEqual(new Set([11]));
    expect(clipboardSequence("é")).toBe("\u001b]52;c;w6k=\u0007");
  });
});

describe("the browser", () => {
  const url = "https://auth.example.org/authorize?state=s3cr3t&client_id=a";
  it("is noted without the query of the address", async () => {
    const { interaction, written } = start(piped(""), { open: () => Promise.resolve(true) });
    expect(await interaction.openUrl(url)).toBe(true);
    expect(written.err).toBe("Opened in the browser: https://auth.example.org/authorize\n");
  });
  it("is replaced by the whole address if there is none, or by the one that works on other machines", async () => {
    const { interaction, written } = start(piped(""));
    expect(await interaction.openUrl(url)).toBe(false);
    await interaction.openUrl("http://localhost:17823/start", `${url}&b`);
    expect(written.err).toBe(`Open this address: ${url}
Open this address: ${url}&b
`);
  });
  it("is replaced by an unredacted address", async () => {
    const { interaction, written } = start(piped(""), {
      redact: (text) => text.replaceAll("client_id=a", "***"),
    });
    await interaction.openUrl(url);
    expect(written.err).toContain(url);
  });
  it("is noted before the next step", async () => {
    let opened: (isOpen: boolean) => void = () => undefined;
    const { interaction, written } = start(piped(""), {
      open: () => new Promise((resolve) => (opened = resolve)),
    });
    const done = interaction.openUrl(url);
    interaction.progress("Waiting until the code is confirmed");
    opened(false);
    await done;
    expect(written.err).toBe(`Open this address: ${url}\nWaiting until the code is confirmed\n`);
  });
  it("is replaced by a record with --json", async () => {
    const { interaction, written } = start(piped(""), { json: true });
    await interaction.openUrl(url);
    expect(JSON.parse(written.out)).toEqual({ type: "url", url });
  });
  it("stays closed with --no-browser", async () => {
    const { interaction } = start(piped(""), {
      browser: false,
      open: () => Promise.reject(new Error("opened")),
    });
    expect(await interaction.openUrl(url)).toBe(false);
  });

  let runtime = "";
  beforeEach(() => void (runtime = createTestFolder()));
  const desktop = { DISPLAY: ":0" };
  it.each([
    ["a desktop", desktop, "linux", false],
    ["a Wayland desktop", { WAYLAND_DISPLAY: "wayland-0" }, "linux", false],
    ["Windows under Linux", { WSL_DISTRO_NAME: "Debian" }, "linux", false],
    ["a Linux without a desktop", {}, "linux", true],
    ["macOS", {}, "darwin", false],
    ["Windows", {}, "win32", false],
    ["a remote shell", { ...desktop, SSH_CONNECTION: "1 2 3 4" }, "linux", true],
    ["a remote shell on macOS", { SSH_CONNECTION: "1 2 3 4" }, "darwin", true],
    ["a build server", { ...desktop, CI: "true" }, "linux", true],
    ["BROWSER=none", { ...desktop, BROWSER: "none" }, "linux", true],
    [
      "a browser that an editor forwards",
      { SSH_CONNECTION: "1 2 3 4", BROWSER: "/opt/browser.sh" },
      "linux",
      true,
    ],
    ["a browser on a build server", { CI: "true", BROWSER: "firefox" }, "linux", true],
  ] as const)("%s", (_name, environment, platform, expected) => {
    expect(isHeadless(environment, platform)).toBe(expected);
  });

  const opened = async (address: string, environment: Readonly<Record<string, string>> = desktop) => {
    const started: (readonly [string, string | undefined])[] = [];
    const start = (shown: string, browser: string | undefined) => {
      started.push([shown, browser]);
      return Promise.resolve(true);
    };
    const env = { XDG_RUNTIME_DIR: runtime, ...environment };
    return { isOpen: await openBrowser(address, env, "linux", start), started };
  };
  /** What the file that a browser was started with leads to. */
  const leadsTo = (started: readonly (readonly [string, unknown])[]) =>
    /<a href="([^"]*)"/.exec(readFileSync(fileURLToPath(started[0]?.[0] ?? ""), "utf8"))?.[1];
  const itOwns = it.skipIf(process.platform === "win32");
  itOwns("opens web addresses, in a file that no other user can read", async () => {
    const { isOpen, started } = await opened("https://id.example/authorize?a=1&b='\"<#code=2");
    expect({ isOpen, browser: started[0]?.[1] }).toEqual({ isOpen: true, browser: undefined });
    expect(started[0]?.[0]).toMatch(/^file:\/\/\/.*\/pictor\/open-[\w-]{22}\.html$/);
    expect(leadsTo(started)).toBe("https://id.example/authorize?a=1&amp;b=&#39;&quot;&lt;#code=2");
    const file = fileURLToPath(started[0]?.[0] ?? "");
    expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  });
  it("opens nothing if the folder of the file is not the user's own", async () => {
    symlinkSync(runtime, join(runtime, "pictor"));
    expect(await opened(url)).toEqual({ isOpen: false, started: [] });
  });
  itOwns(
    "closes a folder that others can enter, and removes the pages of processes that were killed",
    async () => {
      mkdirSync(join(runtime, "pictor"), { mode: 0o777 });
      const old = join(runtime, "pictor", `open-${"a".repeat(22)}.html`);
      writeFileSync(old, "");
      utimesSync(old, 0, 0);
      await opened(url);
      expect(statSync(join(runtime, "pictor")).mode & 0o777).toBe(0o700);
      expect(existsSync(old)).toBe(false);
    },
  );
  it("passes the address itself to a program of Windows, which finds no file of this system", async () => {
    expect((await opened(url, { WSL_DISTRO_NAME: "Debian" })).started).toEqual([[url, undefined]]);
  });
  it.each<[NodeJS.Platform, string]>([
    ["linux", "snap/firefox/common/pictor"],
    ["darwin", "Library/Application Support/pictor/runtime"],
  ])("on %s the file lies in ~/%s", (platform, folder) => {
    mkdirSync(join(runtime, "snap/firefox/common"), { recursive: true });
    expect(redirectFolder({}, platform, runtime)).toBe(join(runtime, folder));
  });
  it("passes the address itself on Windows, where nobody else reads the arguments of a program", async () => {
    const started: string[] = [];
    const start = (shown: string) => Promise.resolve(started.push(shown) > 0);
    expect([await openBrowser(url, {}, "win32", start), started]).toEqual([true, [url]]);
  });
  it.each(["javascript:alert(1)", "file:///etc/passwd", "vscode://x", "& calc.exe", ""])(
    "never opens %j",
    async (address) => {
      expect(await opened(address)).toEqual({ isOpen: false, started: [] });
    },
  );
  itOwns.each([
    ["firefox", "firefox"],
    ["/usr/bin/x-www-browser", "/usr/bin/x-www-browser"],
    ["firefox -P work", undefined],
    ["a:b", undefined],
    ["x %s", undefined],
  ])("BROWSER=%s", async (BROWSER, expected) => {
    expect((await opened(url, { ...desktop, BROWSER })).started[0]?.[1]).toBe(expected);
  });
});

it("notes each step of a long operation once; the output of a tool goes to the live line", () => {
  for (const isTTY of [false, true]) {
    const streams = fakeStreams(isTTY, { TERM: "xterm", NO_COLOR: "1" });
    const { signal } = new AbortController();
    const options = { streams, yes: false, browser: false, signal, interrupt: () => undefined };
    const interaction = new HostInteraction(createTerminal(streams, {}), options);
    interaction.progress("Installing a/one");
    interaction.progress("Installing a/one: cloning", 0.25);
    interaction.progress("Installing a/one: requirements", 0.5);
    interaction.progress("Restarting the server");
    const { err } = streams.written;
    expect(err.match(/^.*Installing a\/one$/gm)).toHaveLength(1);
    expect(err).toContain("Restarting the server\n");
    expect(err.includes("25% Installing a/one: cloning")).toBe(isTTY);
  }
});

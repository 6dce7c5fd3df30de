// A code that is typed elsewhere: in a box with the time that is left, a plain line, or a record.

import type { ShownCode } from "@pictor/host";
import type { InputStream, Streams } from "../base/streams.js";
import type { Terminal } from "../output/terminal.js";
import type { Ticker } from "../output/ticker.js";
import { oneLine } from "../text/plain-text.js";
import { clockTime, durationText, localTime } from "../text/time-text.js";

export interface CodeView {
  readonly terminal: Terminal;
  readonly streams: Pick<Streams, "stdin" | "stderr">;
  readonly ticker: Ticker;
  /** Milliseconds since 1970. */
  now(): number;
  /** Called for Ctrl-C, which a terminal in raw mode does not handle. */
  interrupt(): void;
}

/** `ABCD-EFGH` with room around it. */
export function boxed(code: string): string {
  const line = "─".repeat(code.length + 6);
  return [`  ┌${line}┐`, `  │   ${code}   │`, `  └${line}┘`].join("\n");
}

/** Puts a text on the clipboard of the terminal, also through SSH (xterm's OSC 52). There is no answer. */
export const clipboardSequence = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;

/** Calls back for each key. The returned function gives the terminal back as it was. */
function watchKeys(stdin: InputStream, onKey: (key: string) => void): () => void {
  const onData = (chunk: Uint8Array | string): void => {
    for (const key of chunk.toString()) onKey(key);
  };
  stdin.setRawMode?.(true);
  stdin.on("data", onData);
  stdin.resume();
  return () => {
    stdin.off("data", onData);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}

/** The line under the box. */
export function waitingText(expiresAtMs: number, nowMs: number, isCopied: boolean): string {
  if (nowMs >= expiresAtMs) return "The code has expired.";
  const copy = isCopied ? "Copied, if this terminal allows it." : "Press c to copy the code.";
  return `Waiting, ${clockTime(expiresAtMs - nowMs)} left. ${copy}`;
}

/** The box, the time that is left every second, and the key `c`. Returns how to end it. */
function showLive(code: string, { expiresAtMs }: ShownCode, view: CodeView): () => void {
  const { terminal, streams, ticker, now, interrupt } = view;
  let isCopied = false;
  const draw = (): void => {
    terminal.status.show(waitingText(expiresAtMs, now(), isCopied).slice(0, terminal.columns() - 1));
  };
  const stopTicking = ticker.every(1000, draw);
  const releaseKeys = watchKeys(streams.stdin, (key) => {
    if (key === "\u0003") interrupt();
    if (key.toLowerCase() !== "c") return;
    streams.stderr.write(clipboardSequence(code));
    isCopied = true;
    draw();
  });
  draw();
  return () => {
    stopTicking();
    releaseKeys();
    terminal.status.show("");
  };
}

/** Shows the code until the signal is aborted; the returned function takes the keyboard back before. */
export function showDeviceCode(given: ShownCode, signal: AbortSignal, view: CodeView): () => void {
  const { terminal, streams } = view;
  const [code, url] = [oneLine(given.code), oneLine(given.url)];
  const expiresAt = new Date(given.expiresAtMs);
  const record = { type: "code", code, url, expiresAt: expiresAt.toISOString() };
  const isLive = terminal.live && streams.stdin.isTTY === true;
  const until = `valid until ${localTime(given.expiresAtMs)}, for ${durationText(given.expiresAtMs - view.now())}`;
  const text = isLive
    ? `${boxed(code)}\n  Enter this code at ${url}\n`
    : `Enter the code ${code} at ${url} (${until}).`;
  terminal.verbatim(text, record);
  if (!isLive || signal.aborted) return () => undefined;
  let end: (() => void) | undefined = showLive(code, given, view);
  const finish = (): void => {
    end?.();
    end = undefined;
  };
  signal.addEventListener("abort", finish, { once: true });
  return finish;
}

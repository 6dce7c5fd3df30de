// Shows a device code (RFC 8628): on a terminal in a box with its remaining time, else as a line or a record.

import type { UserCode } from "@pictor/kernel";
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
  /** Called for Ctrl-C, because a terminal in raw mode sends no signal. */
  interrupt(): void;
}

/** A box around the code. */
export function boxAround(code: string): string {
  const line = "─".repeat(code.length + 6);
  return [`  ┌${line}┐`, `  │   ${code}   │`, `  └${line}┘`].join("\n");
}

/** The sequence that copies text to the clipboard, also through SSH (xterm's OSC 52). Terminals do not confirm it. */
export const clipboardSequence = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;

/** Calls `onKey` for each key. The returned function restores the terminal. */
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
export function remainingText(expiresAtMs: number, nowMs: number, isCopied: boolean): string {
  if (nowMs >= expiresAtMs) return "The code has expired.";
  const copy = isCopied ? "Copied, if this terminal allows it." : "Press c to copy the code.";
  return `Waiting, ${clockTime(expiresAtMs - nowMs)} left. ${copy}`;
}

/** Shows the remaining time every second, and copies the code when `c` is pressed. The returned function stops both. */
function showLive(code: string, { expiresAtMs }: UserCode, view: CodeView): () => void {
  const { terminal, streams, ticker, now, interrupt } = view;
  let isCopied = false;
  const draw = (): void => {
    terminal.status.show(remainingText(expiresAtMs, now(), isCopied));
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

/** Shows the code until the signal is aborted or the returned function is called. */
export function showDeviceCode(shown: UserCode, signal: AbortSignal, view: CodeView): () => void {
  const { terminal, streams } = view;
  const [code, url] = [oneLine(shown.code), oneLine(shown.url)];
  const expiresAt = new Date(shown.expiresAtMs);
  const record = { type: "code", code, url, expiresAt: expiresAt.toISOString() };
  const isLive = terminal.live && streams.stdin.isTTY === true;
  const validity = `valid until ${localTime(shown.expiresAtMs)}, for ${durationText(shown.expiresAtMs - view.now())}`;
  const text = isLive
    ? `${boxAround(code)}\n  Enter this code at ${url}\n`
    : `Enter the code ${code} at ${url} (${validity}).`;
  terminal.verbatim(text, record);
  if (!isLive || signal.aborted) return () => undefined;
  let end: (() => void) | undefined = showLive(code, shown, view);
  const finish = (): void => {
    end?.();
    end = undefined;
  };
  signal.addEventListener("abort", finish, { once: true });
  return finish;
}

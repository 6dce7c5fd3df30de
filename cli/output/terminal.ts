// The output of a command: results on stdout; notes, progress and errors on stderr. Secrets are redacted.

import pc from "picocolors";
import type { GlobalOptions } from "../base/invocation.js";
import { widthOf, type OutputStream, type Streams } from "../base/streams.js";
import { plainJson, plainRow } from "../text/plain-text.js";
import { table } from "../text/table.js";
import { createActivity, type Activity } from "./activity.js";
import { plainRecord } from "@pictor/host/records";
import { createStatusLine, noStatusLine, type StatusLine } from "./status-line.js";

/** Functions that colour text. */
export type Paint = ReturnType<typeof pc.createColors>;

export interface Terminal {
  readonly json: boolean;
  readonly verbose: boolean;
  /** True when a live line may be drawn on stderr. */
  readonly live: boolean;
  /** Width of stderr. */
  readonly columns: () => number;
  /** Aligns rows for stdout, within the width of its terminal. */
  readonly table: (rows: readonly (readonly string[])[]) => string;
  /** Width of stdout in columns; undefined for a pipe or a file, so that programs read whole lines. */
  readonly width: number | undefined;
  /** Colours for stderr; text is unchanged if stderr has no colours. */
  readonly paint: Paint;
  /** Colours for stdout. */
  readonly paintResult: Paint;
  readonly status: StatusLine;
  /** The reports of a backend while the command waits for it. */
  readonly activity: Activity;
  readonly redact: (text: string) => string;
  /** Writes a line of the result to stdout. */
  result(text: string): void;
  /**
   * Writes bytes of the result to stdout unchanged; resolves when they are written, to false if the program that reads
   * stdout has ended.
   */
  bytes(chunk: Uint8Array): Promise<boolean>;
  /** Writes one NDJSON record to stdout. */
  record(record: Readonly<Record<string, unknown>>): void;
  /** Writes a line to stderr with secrets redacted. For text from a server or a plugin. */
  note(text: string): void;
  /**
   * Writes a line to stderr without redaction, so that labels, names and paths stay whole. For Pictor's own text; the caller
   * redacts foreign parts.
   */
  say(text: string): void;
  /**
   * Writes text that the user must be able to copy exactly, such as an address to open: a record with `--json`, else a
   * line on stderr. The text is not redacted, because an address may contain a client id from the environment.
   */
  verbatim(text: string, record: Readonly<Record<string, unknown>>): void;
}

/** Whether NO_COLOR (https://no-color.org) permits colours: any value that is not empty disables them. */
const paintFor = (stream: OutputStream, env: Streams["env"]): Paint =>
  pc.createColors(stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb");

/**
 * Creates the output of a command. `redact` replaces secrets; by default texts stay unchanged, for commands without a
 * kernel.
 */
export function createTerminal(
  { stdout, stderr, env }: Streams,
  { json, verbose }: GlobalOptions,
  redact: (text: string) => string = (text) => text,
): Terminal {
  const live = stderr.isTTY === true && env["TERM"] !== "dumb" && !json;
  const columns = (): number => widthOf(stderr, env) ?? 80;
  const status = live ? createStatusLine((text) => stderr.write(text), columns) : noStatusLine;
  const print = (stream: OutputStream, text: string): void => {
    status.above(() => stream.write(`${text}\n`));
  };
  const width = widthOf(stdout, env);
  const note = (text: string): void => {
    print(stderr, redact(text));
  };
  const activity = createActivity({ live, status, note });
  return {
    json: json === true,
    verbose: verbose === true,
    live,
    columns,
    width,
    table: (rows) => table(rows.map(plainRow), "", width),
    paint: paintFor(stderr, env),
    paintResult: paintFor(stdout, env),
    status,
    activity,
    redact,
    result: (text) => {
      activity.clear();
      print(stdout, text);
    },
    bytes: (chunk) =>
      new Promise((resolve) => {
        stdout.write(chunk, (error) => resolve(error === undefined || error === null));
      }),
    record: (record) => print(stdout, plainJson(plainRecord(record, redact))),
    note,
    say: (text) => print(stderr, text),
    verbatim: (text, record) => {
      if (json === true) print(stdout, plainJson(record));
      else print(stderr, text);
    },
  };
}

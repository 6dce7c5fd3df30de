// Where a command writes: results to stdout; notices, progress and errors to stderr. Secrets are taken out here.

import type { Readable } from "node:stream";
import pc from "picocolors";
import type { GlobalOptions } from "../options.js";
import { createActivity, type Activity } from "./activity.js";
import { plainRecord } from "./plain-record.js";
import { plainJson } from "./plain-text.js";
import { table } from "./table.js";
import { createStatusLine, noStatusLine, type StatusLine } from "./status-line.js";

/** What is used of a process's output stream. */
export interface Sink {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** `done` is called when the chunk is written, or with an error once nobody reads any more. */
  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}
/** What is used of a process's input stream. */
export type Source = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
export interface Streams {
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type Paint = ReturnType<typeof pc.createColors>;

export interface Terminal {
  readonly json: boolean;
  readonly verbose: boolean;
  /** True when a live line may be drawn on stderr. */
  readonly live: boolean;
  readonly columns: () => number;
  /** Rows for stdout, aligned, and inside its width where it has one. */
  readonly table: (rows: readonly (readonly string[])[]) => string;
  /** Columns of stdout; undefined where it is no terminal: a program reads lines whole. */
  readonly width: number | undefined;
  /** Colours of stderr; texts are unchanged where it has none. */
  readonly paint: Paint;
  /** Colours of stdout. */
  readonly paintResult: Paint;
  readonly status: StatusLine;
  /** What a backend says while it is waited for. */
  readonly activity: Activity;
  readonly redact: (text: string) => string;
  /** A line of the result: stdout. */
  result(text: string): void;
  /** Bytes of the result as they are; settles when they are written. False once nobody reads any more. */
  bytes(chunk: Uint8Array): Promise<boolean>;
  /** One NDJSON record: stdout. */
  record(record: Readonly<Record<string, unknown>>): void;
  /** A line for the person, such as a server or a plugin words it: stderr, secrets taken out. */
  note(text: string): void;
  /**
   * A line in our own words: stderr. Labels, names and paths stay whole, whatever the secrets are; what comes from
   * elsewhere goes through `redact` before it is put in.
   */
  say(text: string): void;
  /**
   * What the person must have letter by letter, such as an address to open: a record with `--json`, else a line.
   * Past redaction; a client id that comes from the environment would be taken out of its own address.
   */
  exact(text: string, record: Readonly<Record<string, unknown>>): void;
}

/** Columns of a terminal, by its own word or by COLUMNS; undefined for a pipe or a file, unless COLUMNS is set. */
export function widthOf({ isTTY, columns = 0 }: Sink, { COLUMNS }: Streams["env"]): number | undefined {
  const given = COLUMNS !== undefined && /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined;
  if (isTTY !== true) return given;
  // 0 is what a terminal says that does not know its size.
  return columns === 0 ? (given ?? 80) : columns;
}

/** NO_COLOR (https://no-color.org): any value that is not empty. */
const paintFor = (sink: Sink, env: Streams["env"]): Paint =>
  pc.createColors(sink.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb");

/** `redact` is the kernel's, once there is one. */
export function createTerminal(
  { stdout, stderr, env }: Streams,
  { json, verbose }: GlobalOptions,
  redact: (text: string) => string = (text) => text,
): Terminal {
  const live = stderr.isTTY === true && env["TERM"] !== "dumb" && !json;
  const status = live ? createStatusLine((text) => stderr.write(text)) : noStatusLine;
  const print = (sink: Sink, text: string): void => {
    status.above(() => sink.write(`${text}\n`));
  };
  const width = widthOf(stdout, env);
  const columns = (): number => widthOf(stderr, env) ?? 80;
  const note = (text: string): void => {
    print(stderr, redact(text));
  };
  const activity = createActivity({ live, status, columns, note });
  return {
    json: json === true,
    verbose: verbose === true,
    live,
    columns,
    width,
    table: (rows) => table(rows, "", width),
    paint: paintFor(stderr, env),
    paintResult: paintFor(stdout, env),
    status,
    activity,
    redact,
    result: (text) => {
      activity.end();
      print(stdout, text);
    },
    bytes: (chunk) =>
      new Promise((resolve) => {
        stdout.write(chunk, (error) => {
          resolve(error === undefined || error === null);
        });
      }),
    record: (record) => {
      print(stdout, plainJson(plainRecord(record, redact)));
    },
    note,
    say: (text) => {
      print(stderr, text);
    },
    exact: (text, record) => {
      if (json === true) print(stdout, plainJson(record));
      else print(stderr, text);
    },
  };
}

// Parses `-d`: the body itself, `@file`, or `@-` for standard input. Files are streamed, and can be sent again after a redirect
// or a challenge.

import { createReadStream, statSync } from "node:fs";
import { reasonOf, type RequestBody } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";
import { requirePath } from "./require-path.js";

/** Creates the body from a file. Throws a UsageError if the path is not a readable file. */
export function fileBody(path: string): RequestBody {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new Error("it is not a file");
    return { open: () => createReadStream(path), length: found.size, replayable: true };
  } catch (error) {
    const hint = "Correct the path after @; to send text that begins with @, pipe it in with -d @-.";
    throw new UsageError(
      "USAGE_FILE",
      `The body cannot be read from ${path}: ${reasonOf(error)}.`,
      hint,
      error,
    );
  }
}

/** The body for a value of `-d`. */
export function parseBody(data: string, stdin: AsyncIterable<Uint8Array>): string | RequestBody {
  if (data === "@-") return { open: () => stdin, replayable: false };
  return data.startsWith("@") ? fileBody(requirePath(data.slice(1), "-d @file")) : data;
}

// Access to the files that a curl command names with @. A host without access to files passes functions that throw.

import { reasonOf, type RequestBody } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";

export interface CurlFiles {
  /** The bytes of a file. */
  read(path: string): Uint8Array;
  /** A body that streams the file. */
  body(path: string): RequestBody;
}

/** The error for `-`, which names the input, in a command whose text has no input. */
const readsInput = (): CurlError =>
  new CurlError(
    "file",
    "The curl command reads from a pipe.",
    "Copy the part before the pipe too, name a file, or use -d @- of this command.",
  );

/** Reads a file after @, for `what`. Throws a CurlError if it is the input, or cannot be read. */
export function readAfterAt(path: string, files: CurlFiles, what: "data" | "form"): Uint8Array {
  if (path === "-") throw readsInput();
  try {
    return files.read(path);
  } catch (error) {
    const hint = "Correct the path after @.";
    throw new CurlError("file", `The ${what} cannot be read from ${path}: ${reasonOf(error)}.`, hint, error);
  }
}

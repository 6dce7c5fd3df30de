// Access to the files that a curl command names with @. A host without access to files passes functions that throw.

import type { RequestBody } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";

export interface CurlFiles {
  /** The bytes of a file. */
  read(path: string): Uint8Array;
  /** A body that streams the file. */
  body(path: string): RequestBody;
}

/** The error for `-`, which names the input, in a command whose text has no input. */
export const readsInput = (): CurlError =>
  new CurlError(
    "file",
    "The curl command reads from a pipe.",
    "Copy what stands before the pipe too, name a file, or use -d @- of this command.",
  );

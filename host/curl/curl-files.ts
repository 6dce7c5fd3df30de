// Access to the files that a curl command names with @. A host without access to files passes functions that throw.

import type { RequestBody } from "@pictor/kernel";

export interface CurlFiles {
  /** The bytes of a file. */
  read(path: string): Uint8Array;
  /** A body that streams the file. */
  body(path: string): RequestBody;
}

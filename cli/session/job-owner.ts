// The owner of the jobs of a command, which decides the turns in the queue of a backend.

import { userInfo } from "node:os";
import type { Streams } from "../base/streams.js";

/** The name of the user of this machine; undefined where the system knows none, as in some containers. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** The value of `PICTOR_OWNER`, else the name of the user. Undefined: nobody is named. */
export function jobOwner(env: Streams["env"], user: () => string | undefined = userName): string | undefined {
  const named = env["PICTOR_OWNER"]?.trim();
  const owner = named === undefined || named === "" ? user() : named;
  return owner === "" ? undefined : owner;
}

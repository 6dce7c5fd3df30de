// B6: the time from the end of a fault to the right result, in the recovery cases of the scorecard.

import type { ClientName } from "../peers/clients.js";
import { isQuick } from "../measure.js";
import { run } from "../scorecard/scorecard.js";

/** The outages of all but the first take several seconds, which `--quick` has not. */
const recovering = [
  "socket dropped mid-run",
  "socket dropped twice",
  "refuses for 5 s mid-run",
  "reply 5 s late",
  "restarted empty mid-run",
  "socket half-open mid-run",
].slice(0, isQuick ? 1 : undefined);

export const recovery = (names: readonly ClientName[]): Promise<void> =>
  run([
    "--jobs",
    "4",
    "--clients",
    names.filter((name) => name !== "raw").join(","),
    ...recovering.flatMap((name) => ["--only", name]),
  ]);

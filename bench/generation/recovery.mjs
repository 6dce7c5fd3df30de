// B6: the time from the end of a fault to the right result, in the recovery cases of the scorecard.

import { run } from "../scorecard/scorecard.mjs";

const recovering = [
  "socket dropped mid-run",
  "socket dropped twice",
  "refuses for 5 s mid-run",
  "reply 5 s late",
  "restarted empty mid-run",
  "socket half-open mid-run",
];

export const recovery = (names) =>
  run([
    "--jobs",
    "4",
    "--clients",
    names.filter((name) => name !== "raw").join(","),
    ...recovering.flatMap((name) => ["--only", name]),
  ]);

// Every type of a `JobEvent`, for tests of other lists. A missing or unknown type does not compile.

import type { JobEvent } from "@pictor/host";

export const eventTypes = Object.keys({
  job: true,
  node: true,
  progress: true,
  preview: true,
  upload: true,
  output: true,
  text: true,
  warning: true,
  error: true,
  status: true,
  connection: true,
  unknown: true,
} satisfies Readonly<Record<JobEvent["type"], true>>);

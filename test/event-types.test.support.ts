// Every type of a `JobEvent`, for tests that hold a list beside it: one that is missing here, or is none, does not compile.

import type { JobEvent } from "@pictor/host";

export const eventTypes = Object.keys({
  job: true,
  node: true,
  progress: true,
  preview: true,
  upload: true,
  output: true,
  error: true,
  status: true,
  connection: true,
  unknown: true,
} satisfies Readonly<Record<JobEvent["type"], true>>);

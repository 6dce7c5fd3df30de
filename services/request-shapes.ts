// The members that the requests and options of hosts can have. What a request names beside them would have no effect.

import {
  anything,
  exactly,
  isRecord,
  listOf,
  optional,
  type AttachRequest,
  type Check,
  type EarlierJob,
  type GenerateRequest,
  type RetryPolicy,
  type RetryRule,
  type ValidateRequest,
} from "@pictor/kernel";

type Feature = NonNullable<GenerateRequest["features"]>[number];

const aRetryRule = optional(exactly<RetryRule>({ attempts: anything, backoffMs: anything }));

const built = {
  workflow: anything,
  params: anything,
  features: optional(listOf(exactly<Feature>({ id: anything, settings: anything }))),
  backend: anything,
  count: anything,
  signal: anything,
} as const;

const submitted = {
  ...built,
  owner: anything,
  priority: anything,
  runningLimit: anything,
  notBeforeMs: anything,
  noteSent: anything,
  interaction: anything,
} as const;

const continued = {
  continues: optional(exactly<EarlierJob>({ jobId: anything, nextOutput: anything, overall: anything })),
  directory: anything,
  savesTexts: anything,
} as const;

const generated = {
  ...submitted,
  ...continued,
  batches: anything,
  retry: optional(exactly<RetryPolicy>({ outOfMemory: aRetryRule, lost: aRetryRule })),
} as const;

export const aGenerateRequest = exactly<GenerateRequest>(generated);

/** A request for `build`, which may be one for `generate`. */
export const aBuildRequest = exactly({ ...generated, report: anything });

/** `submit` waits for no prompt, so that it saves nothing, tries nothing again, and goes on with nothing. */
export const aSubmitRequest = exactly(submitted);

export const anAttachRequest = exactly<AttachRequest>({
  ...continued,
  promptId: anything,
  backend: anything,
  owner: anything,
  batch: anything,
  count: anything,
  signal: anything,
});

const anOwnGraph = exactly<ValidateRequest>({
  graph: anything,
  origins: anything,
  inputs: anything,
  report: anything,
  backend: anything,
  signal: anything,
});

/** A draft of `build` has anchors, and can be passed with all of its members. */
export const aValidateRequest: Check = (value) =>
  isRecord(value) && value["anchors"] !== undefined ? undefined : anOwnGraph(value);

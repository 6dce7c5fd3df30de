// Generates the table of hooks: when each is called, its kind, its failure policy, and its time limit.

import { fiveHooks } from "../kernel/hooks/five-hooks.js";
import { hookNames, type HookName } from "../kernel/contract/hook-names.js";

const facts: Readonly<Record<HookName, readonly [when: string, kind: string, failing: string]>> = {
  beforeSend: [
    "each request, redirect (to the same origin, or one that the profile lists), challenge replay and WebSocket handshake",
    "async waterfall over an `OutgoingRequest`",
    "the request is not sent",
  ],
  buildWorkflow: [
    "once per batch, all batches before the first is submitted",
    "async waterfall over a `WorkflowDraft`",
    "the job fails before anything is queued",
  ],
  beforeFirstBatch: [
    "once per generation, before the first upload",
    "async gate: nothing, or a `Veto`",
    "the job fails; a veto ends it cleanly",
  ],
  onEvent: ["each event", "sync observer", "isolated and reported; the job goes on"],
  afterOutput: [
    "each output, as soon as it can be read",
    "async waterfall over an `Output`",
    "isolated: the last good value is kept, a problem recorded",
  ],
};

const limitOf = (hook: HookName): string =>
  fiveHooks[hook].limitMs === 0
    ? "none (it is synchronous)"
    : `${fiveHooks[hook].limitMs / 1000} s${hook === "beforeFirstBatch" ? " of inactivity" : ""}`;

export const hookTable = (): string =>
  [
    "| Hook | When | Kind | A failing handler | Limit |",
    "| --- | --- | --- | --- | --- |",
    ...hookNames.map((hook) => `| \`${hook}\` | ${facts[hook].join(" | ")} | ${limitOf(hook)} |`),
  ].join("\n");

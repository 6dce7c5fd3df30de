// The shapes of what backends give back.

import {
  a,
  aFlag,
  aFunction,
  aMap,
  aName,
  aNumber,
  anObject,
  facetNames,
  aText,
  exactly,
  exactlyBy,
  listOf,
  members,
  oneOf,
  optional,
  taggedBy,
  type Check,
} from "@pictor/kernel";

const count = optional(aNumber);

const anOutputFile = exactly({
  node: aText,
  filename: aText,
  subfolder: aText,
  area: oneOf("output", "temp", "input"),
  mime: aText,
  address: aText,
  member: optional(aText),
});
const files = listOf(anOutputFile);
const aNodeError = exactly({
  exception: aText,
  message: aText,
  node: optional(aText),
  classType: optional(aText),
});
const aNodeText = exactly({ node: aText, text: aText });
const nodes = listOf(aText);

/** An open backend. The methods are looked up in classes, too. */
export const aBackend = members({
  ...Object.fromEntries(
    ["info", "catalog", "events", "submit", "cancel", "state", "prompts", "fetchSubmission", "upload"].map(
      (name) => [name, aFunction],
    ),
  ),
  fetchOutput: aFunction,
  close: aFunction,
  embeddings: optional(aFunction),
  facets: members({
    localFiles: optional(members({ put: aFunction })),
    localOutput: optional(members({ open: aFunction })),
    retention: optional(members({ release: aFunction })),
    direct: optional(members({ send: aFunction, connect: aFunction })),
    extensions: optional(members({ list: aFunction, capabilities: aFunction, providers: aFunction })),
    lifecycle: optional(members({ state: aFunction, restart: aFunction })),
    installation: optional(members({ plan: aFunction, install: aFunction, update: aFunction })),
    members: optional(
      members({
        status: aFunction,
        drain: aFunction,
        resume: aFunction,
        setPaused: aFunction,
        setOwnerPaused: aFunction,
        setOwnerLimit: aFunction,
        setPriority: aFunction,
        promptsOf: optional(aFunction),
        extensions: aFunction,
        open: optional(aFunction),
      }),
    ),
    waiting: optional(members({ submit: aFunction })),
    work: optional(members({ work: aFunction })),
    failures: optional(members({ list: aFunction, retry: aFunction, discard: aFunction })),
  }),
});

export const anInfo = exactly({
  name: aText,
  kind: aText,
  title: aText,
  version: aText,
  address: optional(aText),
  notice: optional(aText),
  devices: optional(listOf(exactly({ name: aText, totalBytes: count, freeBytes: count }))),
  facets: listOf(oneOf(...facetNames)),
});

const aNodeClass = members({
  name: aText,
  inputs: listOf(members({ name: aText, type: aText, required: aFlag })),
  outputs: listOf(aText),
  isOutput: aFlag,
});

/** Catalogs whose classes were checked. A catalog can have thousands of classes, and is returned again and again. */
const checkedCatalogs = new WeakSet();
export const aCatalog: Check = (value) => {
  const mismatch = aMap(value);
  if (mismatch !== undefined || checkedCatalogs.has(value as Map<unknown, unknown>)) return mismatch;
  for (const [name, nodeClass] of value as Map<unknown, unknown>) {
    const inner = aNodeClass(nodeClass);
    if (inner !== undefined) return { ...inner, path: [String(name), ...inner.path] };
  }
  checkedCatalogs.add(value as Map<unknown, unknown>);
  return undefined;
};

export const embeddingNames = optional(listOf(aText));
export const anUnsubscribe = aFunction;
export const anUploadName = aName;

const aProblem = exactly({
  node: aText,
  classType: aText,
  code: aText,
  message: aText,
  input: optional(aText),
});
export const aReceipt = exactly({ promptId: aName, dropped: listOf(aProblem) });
export const aCancelOutcome = oneOf("removed", "interrupting", "gone", "refused");

const aWait = optional(
  exactly({
    why: oneOf("turn", "paused", "limit", "draining", "unreachable", "unable", "connection"),
    detail: aText,
  }),
);
export const aPromptState = exactlyBy("state", {
  unknown: {},
  queued: { ahead: count, waitMs: count, wait: aWait, idle: optional(aFlag) },
  running: {},
  succeeded: {
    outputs: files,
    shown: optional(nodes),
    texts: optional(listOf(aNodeText)),
    silent: optional(nodes),
    cached: optional(nodes),
  },
  interrupted: { outputs: files },
  failed: { outputs: files, error: aNodeError },
  lost: { reason: aText },
});

export const promptList = listOf(
  exactly({
    promptId: aName,
    state: oneOf("queued", "running", "succeeded", "interrupted", "failed", "lost"),
    ahead: count,
    waitMs: count,
    wait: aWait,
    createdAt: count,
    record: optional(anObject),
  }),
);
export const aSnapshot = optional(exactly({ graph: anObject, outputs: nodes, record: optional(anObject) }));

const running = { url: aText, pid: count, owner: oneOf("this", "other", "nobody"), since: count };
/** The state of a server, of the facet `lifecycle`. */
export const aServerState = exactlyBy(
  "state",
  {
    absent: { reason: aText },
    stopped: {},
    starting: running,
    running,
    crashed: { exitCode: count, signal: optional(aText), lastLines: listOf(aText) },
  },
  { lastEvent: optional(exactly({ at: aNumber, text: aText })) },
);

const bytes = a("a Uint8Array", (value) => value instanceof Uint8Array);
export const aChunk = bytes;
export const chunks = a(
  "an async iterable of Uint8Array",
  (value) => typeof (value as AsyncIterable<unknown> | undefined)?.[Symbol.asyncIterator] === "function",
);

const ofPrompt = { promptId: aText };
/** A `BackendEvent`. Runs for each preview and each step, so it looks at few members. */
export const anEvent = taggedBy("type", {
  status: members({ queueRemaining: aNumber }),
  connection: members({ state: oneOf("open", "lost", "closed") }),
  started: members(ofPrompt),
  cached: members({ ...ofPrompt, nodes }),
  node: members({ ...ofPrompt, node: aText }),
  nodeDone: members({ ...ofPrompt, node: aText }),
  progress: members({ ...ofPrompt, node: aText, value: aNumber, max: aNumber }),
  preview: members({ ...ofPrompt, mime: aText, bytes }),
  output: members({ ...ofPrompt, files }),
  text: members({ ...ofPrompt, node: aText, text: aText }),
  blocked: members({ ...ofPrompt, node: aText, message: aText }),
  error: members({ ...ofPrompt, error: aNodeError }),
  ended: members({ ...ofPrompt, as: optional(oneOf("succeeded", "interrupted", "failed")) }),
  unknown: members({ wireType: aText }),
});

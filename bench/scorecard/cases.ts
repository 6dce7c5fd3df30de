// The hard cases: what fails, what is done, and the right result. `faults` are those of the embedded server and of the proxy. If
// every fault can be created by the proxy, a case can also run on a real server, except those marked `embeddedOnly`.

import type { FaultOf } from "@pictor/backend-embedded/testing";
import { cancelCases, slow } from "./cancel-cases.js";
import type { Case } from "./case.js";
import { either, failed, finished, gone } from "./expect.js";
import { imageCases } from "./image-cases.js";

/** Frames of a run that are sent before its sampler's third step, and before its last nodes. */
const midRun = 20;
const nearEnd = 33;
const lateReply = (ms: number): FaultOf<"late-reply"> => ({ kind: "late-reply", ms });
const drop = (afterFrames: number): FaultOf<"drop-socket"> & { readonly times: number } => ({
  kind: "drop-socket",
  afterFrames,
  times: 1,
});

export const cases: readonly Case[] = [
  { name: "nothing goes wrong", right: finished(1) },
  { name: "two images from two nodes", graph: "two images", right: finished(2) },
  { name: "a temporary image only", graph: "preview only", right: finished(1) },
  { name: "the whole graph is cached", act: "run the same before", right: finished(1) },
  {
    name: "cached, but the image was deleted",
    act: "run the same before and delete its image",
    right: either(finished(1), gone),
    best: finished(1),
    embeddedOnly: true,
  },

  // The order of messages on two connections is undefined, hence the pause.
  { name: "events before the reply", faults: [{ kind: "early-events" }, lateReply(50)], right: finished(1) },
  { name: "reply 2 ms late, cached", faults: [lateReply(2)], act: "run the same before", right: finished(1) },
  { name: "reply 80 ms late", faults: [lateReply(80)], right: finished(1) },
  { name: "reply 5 s late", faults: [lateReply(5000)], right: finished(1), outageMs: 5000 },

  { name: "socket dropped after submit", faults: [drop(1), slow(50)], right: finished(1) },
  { name: "socket dropped mid-run", faults: [drop(midRun), slow(200)], right: finished(1) },
  {
    name: "socket dropped twice",
    faults: [drop(midRun), drop(4), slow(700)],
    right: finished(1),
    outageMs: 2000,
  },
  {
    name: "socket half-open mid-run",
    faults: [{ kind: "half-open", afterFrames: midRun, times: 1 }],
    right: finished(1),
  },
  {
    name: "half-open, old close unregisters",
    faults: [
      { kind: "half-open", afterFrames: midRun, times: 1 },
      { kind: "old-close-unregisters" },
      slow(300),
    ],
    right: finished(1),
  },
  {
    name: "ended while we were away",
    faults: [{ kind: "refuse", afterFrames: nearEnd, ms: 3000, times: 1 }],
    right: finished(1),
    outageMs: 3000,
  },
  {
    name: "failed while we were away",
    faults: [
      { kind: "refuse", afterFrames: nearEnd, ms: 3000, times: 1 },
      { kind: "node-error", classType: "SaveImage", message: "disk is full" },
    ],
    right: failed(/disk is full/),
    outageMs: 3000,
  },
  {
    name: "refuses for 5 s mid-run",
    faults: [{ kind: "refuse", afterFrames: midRun, ms: 5000, times: 1 }, slow(1200)],
    right: finished(1),
    outageMs: 7000,
  },
  {
    name: "refuses for 3 s, then submit",
    act: "refuse, then submit",
    right: either(finished(1), failed(/./)),
    best: finished(1),
    outageMs: 3000,
  },
  {
    name: "refuses for 3 s at submit",
    faults: [{ kind: "refuse-request", ms: 3000, times: 1 }],
    right: either(finished(1), failed(/./)),
    best: finished(1),
    outageMs: 3000,
  },
  {
    name: "away for 4 s between two images",
    faults: [{ kind: "refuse", ms: 4000, times: 1 }],
    act: "two in turn",
    right: finished(2),
    outageMs: 4000,
  },
  {
    name: "restarted empty mid-run",
    faults: [{ kind: "restart", afterFrames: midRun, downMs: 1500, times: 1 }, slow(100)],
    right: gone,
    outageMs: 1500,
  },
  {
    name: "restarted empty while queued",
    faults: [slow(200)],
    act: "restart while it waits",
    right: gone,
    outageMs: 2000,
    embeddedOnly: true,
  },
  {
    name: "silent for 24 s, model loads",
    faults: [{ kind: "silence", ms: 24_000, classType: "KSampler" }],
    right: finished(1),
    outageMs: 24_000,
  },
  {
    name: "silent for 60 s, model loads",
    faults: [{ kind: "silence", ms: 60_000, classType: "KSampler" }],
    right: finished(1),
    outageMs: 60_000,
  },

  {
    name: "a node fails",
    faults: [{ kind: "node-error", classType: "VAEDecode", message: "kernel is out of paint" }],
    right: failed(/out of paint/),
  },
  {
    name: "a node fails before the reply",
    faults: [
      { kind: "node-error", classType: "CheckpointLoaderSimple", message: "file is cut short" },
      { kind: "early-events" },
    ],
    right: failed(/cut short/),
  },
  {
    name: "out of memory",
    faults: [{ kind: "out-of-memory", classType: "KSampler" }],
    right: failed(/memory/i),
  },
  ...cancelCases,

  {
    name: "500 at submit, though queued",
    faults: [{ kind: "status", status: 500, queued: true, method: "POST", route: "/prompt", times: 1 }],
    right: finished(1),
  },
  {
    name: "413 at submit",
    faults: [{ kind: "status", status: 413, method: "POST", route: "/prompt" }],
    right: failed(/413|too.?large|body size|at most/i),
  },
  {
    name: "503 for 3 s at submit",
    faults: [{ kind: "status", status: 503, method: "POST", route: "/prompt" }],
    act: "clear the faults after 3 s",
    right: either(finished(1), failed(/503|unavailable/i)),
    best: finished(1),
    outageMs: 3000,
  },
  {
    name: "502 twice for the history",
    faults: [{ kind: "status", status: 502, method: "GET", route: "/history", times: 2 }],
    right: finished(1),
  },
  { name: "history lost", faults: [{ kind: "lost-history" }], right: finished(1) },
  {
    name: "history 1.5 s late",
    faults: [{ kind: "late-history", ms: 1500 }],
    right: finished(1),
    outageMs: 1500,
  },
  { name: "worker dead, nothing runs", faults: [{ kind: "dead-worker" }], right: gone, patienceMs: 60_000 },

  {
    name: "every event twice",
    faults: [{ kind: "duplicate-events" }],
    graph: "two images",
    right: finished(2),
  },
  {
    name: "events in wrong order",
    faults: [{ kind: "wrong-order" }],
    graph: "two images",
    right: finished(2),
  },
  { name: "previews of 30 MB", faults: [{ kind: "long-previews", bytes: 30_000_000 }], right: finished(1) },
  { name: "NaN in JSON", faults: [{ kind: "nan" }], right: finished(1), embeddedOnly: true },
  {
    name: "/view cut short once",
    faults: [{ kind: "truncated-view", bytes: 300, times: 1 }],
    right: finished(1),
  },
  {
    name: "/view at 2 kB/s",
    faults: [{ kind: "slow-view", bytesPerSecond: 2000 }],
    right: finished(1),
    outageMs: 10_000,
  },
  { name: "old server (0.3.40)", faults: [{ kind: "old-server" }], right: finished(1), embeddedOnly: true },
  {
    name: "object_info takes 5 s",
    faults: [{ kind: "slow-object-info", ms: 5000 }],
    right: finished(1),
    outageMs: 5000,
  },

  { name: "two clients at once", faults: [slow(50)], act: "two clients", right: finished(1) },
  { name: "two jobs of one client", faults: [slow(50)], act: "two jobs", right: finished(1) },
  {
    name: "another program's anonymous run",
    faults: [slow(50)],
    act: "behind an anonymous run",
    right: finished(1),
  },
  ...imageCases,
  { name: "one branch is refused", graph: "one broken branch", right: failed(/./) },
  { name: "unknown node class", graph: "missing class", right: failed(/NoSuchNode/) },
  { name: "value not in list", graph: "unknown model", right: failed(/ckpt_name|no-such-model/) },
];

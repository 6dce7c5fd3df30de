// What each kind of fault does: one row for each.
import type { FaultKind, FaultOf } from "./fault.js";
import type { Behaviour } from "./hooks.js";
import { nan } from "./nan.js";
import { oldServer } from "./old-server.js";
import { oldCloseUnregisters, refuse, restart } from "./on-connections.js";
import { dropSocket, duplicateEvents, halfOpen, wrongOrder } from "./on-frames.js";
import { earlyEvents, lateReply, missingClass, slowObjectInfo, status } from "./on-replies.js";
import {
  deadWorker,
  lateHistory,
  lostHistory,
  nodeError,
  outOfMemory,
  silence,
  slowSteps,
} from "./on-runs.js";
import { slowView, truncatedView, viewGone } from "./on-views.js";

export const behaviours: { readonly [K in FaultKind]: Behaviour<FaultOf<K>> } = {
  "late-reply": lateReply,
  "early-events": earlyEvents,
  "drop-socket": dropSocket,
  refuse,
  "half-open": halfOpen,
  "slow-steps": slowSteps,
  silence,
  "node-error": nodeError,
  "out-of-memory": outOfMemory,
  "lost-history": lostHistory,
  "late-history": lateHistory,
  restart,
  "dead-worker": deadWorker,
  "duplicate-events": duplicateEvents,
  "wrong-order": wrongOrder,
  status,
  "slow-view": slowView,
  "truncated-view": truncatedView,
  "view-gone": viewGone,
  "old-close-unregisters": oldCloseUnregisters,
  nan,
  "slow-object-info": slowObjectInfo,
  "missing-class": missingClass,
  "old-server": oldServer,
};

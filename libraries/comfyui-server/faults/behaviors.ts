// Maps every kind of fault to the code that implements it.
import type { FaultKind, FaultOf } from "./fault.js";
import type { FaultBehavior } from "./behavior.js";
import { nan } from "./nan.js";
import { newServer } from "./new-server.js";
import { oldServer } from "./old-server.js";
import { oldCloseUnregisters, refuse, restart } from "./connection-faults.js";
import { dropSocket, duplicateEvents, halfOpen, wrongOrder } from "./frame-faults.js";
import { earlyEvents, lateReply, missingClass, slowObjectInfo, statusFault } from "./reply-faults.js";
import {
  deadWorker,
  lateHistory,
  lostHistory,
  nodeError,
  outOfMemory,
  silence,
  slowSteps,
} from "./run-faults.js";
import { slowView, truncatedView, viewGone } from "./view-faults.js";

export const behaviors: { readonly [K in FaultKind]: FaultBehavior<FaultOf<K>> } = {
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
  status: statusFault,
  "slow-view": slowView,
  "truncated-view": truncatedView,
  "view-gone": viewGone,
  "old-close-unregisters": oldCloseUnregisters,
  nan,
  "slow-object-info": slowObjectInfo,
  "missing-class": missingClass,
  "old-server": oldServer,
  "new-server": newServer,
};

// Faults of frames: the socket is reset or silent, or frames of a run are duplicated or reordered.
import type { FaultBehavior, Frame } from "./behavior.js";
import type { FaultOf } from "./fault.js";

export const dropSocket: FaultBehavior<FaultOf<"drop-socket">> = {
  frame: ({ afterFrames }, { promptId }, { framesSent }) =>
    promptId !== undefined && framesSent >= afterFrames ? "reset" : undefined,
};

export const halfOpen: FaultBehavior<FaultOf<"half-open">> = {
  frame: ({ afterFrames }, { promptId }, { framesSent }) =>
    promptId !== undefined && framesSent >= afterFrames ? "silence" : undefined,
};

export const duplicateEvents: FaultBehavior<FaultOf<"duplicate-events">> = {
  frame: (_fault, frame) => (frame.promptId === undefined ? undefined : [frame, frame]),
};

const isLastOfRun = ({ type, data }: Frame): boolean => type === "executing" && data?.["node"] === null;

/** Sends each second frame before the one that precedes it. The last frame of a run is never delayed: no frame follows it. */
export const wrongOrder: FaultBehavior<FaultOf<"wrong-order">> = {
  frame(_fault, frame, socket) {
    if (frame.promptId === undefined || socket.heldFrame !== undefined || isLastOfRun(frame))
      return undefined;
    socket.heldFrame = frame;
    return [];
  },
};

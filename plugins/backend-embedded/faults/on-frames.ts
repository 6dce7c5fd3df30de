// Faults of the socket: cut, silent, doubled, out of order.
import type { FaultOf } from "./fault.js";
import type { Behaviour, Frame, Line } from "./hooks.js";

const hasSent = (line: Line, frames: number): boolean => line.sent >= frames;

export const dropSocket: Behaviour<FaultOf<"drop-socket">> = {
  frame: ({ afterFrames }, { run }, line) =>
    run !== undefined && hasSent(line, afterFrames) ? "reset" : undefined,
};

export const halfOpen: Behaviour<FaultOf<"half-open">> = {
  frame: ({ afterFrames }, { run }, line) =>
    run !== undefined && hasSent(line, afterFrames) ? "mute" : undefined,
};

export const duplicateEvents: Behaviour<FaultOf<"duplicate-events">> = {
  frame: (_fault, frame) => (frame.run === undefined ? undefined : [frame, frame]),
};

/** The last frame of a run is never kept back. */
const isLast = ({ type, data }: Frame): boolean => type === "executing" && data?.["node"] === null;

/** Kept back until the next frame is sent; one frame at a time. */
export const wrongOrder: Behaviour<FaultOf<"wrong-order">> = {
  frame(_fault, frame, line) {
    if (frame.run === undefined || line.held !== undefined || isLast(frame)) return undefined;
    line.held = frame;
    return [];
  },
};

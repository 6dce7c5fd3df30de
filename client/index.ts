// @pictor/client: the local API for browsers and Node. It needs fetch and WebSocket, and nothing else.

export type * from "./api.gen.js";
export { applyEvent, isEnded } from "./apply-event.js";

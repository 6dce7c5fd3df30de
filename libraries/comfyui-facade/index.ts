// ComfyUI's own protocol in front of any backend: the facet `direct` of a pool or a queue.

export { createComfyFacade } from "./facade.js";
export { clientOf } from "./wire/prompt.js";

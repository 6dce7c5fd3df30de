// ComfyUI's own protocol in front of any backend: the facet `direct` of a pool or a queue.

export { createComfyFacade, type ComfyFacade, type FacadeOptions } from "./facade.js";
export { clientOf } from "./wire/prompt.js";

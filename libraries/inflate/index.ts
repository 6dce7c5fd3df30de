// @pictor/inflate: decompresses untrusted data within bounds.

export { Inflater } from "./inflater.js";
export { inflatedLimit, type InflateLimits } from "./inflate-limits.js";
export { InflateError, inflateStream } from "./inflate-stream.js";

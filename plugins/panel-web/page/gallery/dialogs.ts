// The dialogs of the gallery, whose code is loaded together.

export { Compare } from "./compare.js";
export { Dropped, Refused } from "./dropped.js";
export { ResultViewer } from "./result-viewer.js";
export { Viewer } from "./viewer.js";

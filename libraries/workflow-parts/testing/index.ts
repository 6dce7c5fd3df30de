// @pictor/workflow-parts/testing: helpers for the tests of templates and features.

export { createBuildContext, fakeFiles, sampling } from "./build-context.js";
export { createGrayPng } from "./gray-png.js";
export { node } from "./node.js";
export { createTemplateHarness, type TemplateHarness, type TemplateRequest } from "./template-harness.js";

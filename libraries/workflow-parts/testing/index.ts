// @pictor/workflow-parts/testing: shared by the tests of templates and features; nothing of it runs in production.

export { createBuildContext, fakeFiles, sampling } from "./build-context.js";
export { createGrayPng } from "./gray-png.js";
export { createTemplateHarness, type TemplateHarness, type TemplateRequest } from "./template-harness.js";

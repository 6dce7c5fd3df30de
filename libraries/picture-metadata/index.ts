// Reads and writes what pictures say of how they were made: PNG, WebP and JPEG.

export type * from "./types.js";
export type { Parameters } from "./parameters/types.js";
export { readPicture, UnreadablePictureError } from "./read-picture.js";
export { writePicture } from "./write-picture.js";
export { parametersText, parseParameters } from "./parameters/text.js";
export { samplerName, samplerOf, type SamplerAndScheduler } from "./parameters/sampler-names.js";
export { recordVersion, type Json, type JsonObject, type ProjectRecord } from "./record.js";
export * from "./again/types.js";
export { kindsOf, kindTitles, requestFrom } from "./again/request-from.js";
export { fromStabilityMatrix } from "./again/stability-matrix/from-project.js";
export { projectKey, projectText, projectVersion, readProject } from "./again/project-file.js";
export type { ProjectProblem, ReadProject } from "./again/project-file.js";

// Reads and writes the generation metadata of PNG, WebP and JPEG images, and turns it back into a project to run.

export type * from "./base/image-header.js";
export type * from "./image-metadata.js";
export { detectReadFormat } from "./image-format.js";
export { readImageMetadata, UnreadableImageError } from "./read-image-metadata.js";
export { writeImageMetadata } from "./write-image-metadata.js";
export { formatParameters, parseParameters } from "./parameters/parameters-text.js";
export { formatSamplerName, parseSamplerName } from "./parameters/sampler-names.js";
export type { Json } from "./base/json.js";
export { recordVersion, type ProjectRecord } from "./project/project-record.js";
export * from "./project/project.js";
export { formatProject, parseProject, projectVersionKey } from "./project/project-file.js";
export { projectFromImage, metadataKindsIn, metadataKindTitles } from "./project-from-image.js";
export { projectFromJson } from "./project-from-json.js";
export { importStabilityMatrixProject } from "./importers/stability-matrix/import-project.js";

// @pictor/services: requests, profiles, backends and generation on top of a kernel.

export { isInstanceName, requireInstanceName } from "./backends/instance-name.js";
export { withAbsolutePaths } from "./backends/kind-settings.js";
export { changeConfiguration } from "./change-configuration.js";
export { createServices } from "./create-services.js";
export { unresolvedChoices } from "./generation/build/fill-params.js";
export { collectRequirements, requirementsOfError } from "./generation/build/extension-requirements.js";
export { createSlices } from "./generation/slices.js";
export { withLimit } from "@pictor/prompt-life";
export { loadRunner } from "./processes/load-runner.js";
export { jarWithoutEnvironment } from "./requests/cookie-jars.js";
export { sendFrame, takeFrames } from "./requests/frames.js";
export { encodingOf } from "./requests/reply-text.js";
export { createMemoryStore } from "./secrets/memory-store.js";
export type { HostRequest } from "./requests/fill-request.js";
export type { CertificateCheck } from "./requests/network.js";
export type { ServerCertificate } from "./requests/trusted-certificates.js";
export { withScheme } from "./requests/with-scheme.js";
export type { Services, ServicesOptions, ServicesView } from "./types.js";
export { fileFault, replaceFile } from "./configuration/replace-file.js";
export { loadTracing, type Tracing, type TraceSpan } from "./tracing/tracing.js";
export { ExpiringFiles } from "./files/expiring-files.js";
export { withFileLock, type FileLock } from "./configuration/with-file-lock.js";

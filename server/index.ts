// @pictor/server: the local API.

export { createServer, openTokens, serverFolder } from "./create-server.js";
export type { DedicatedPortAddress, PictorServer, ServerOptions } from "./server-options.js";
export { isGranted, saveGrant, type PanelGrant } from "./panels/grants.js";
export type { ServedPanel } from "./panels/panels.js";
export type { CallApi, InProcessCaller } from "./apis/open-api.js";
export type { DedicatedPort } from "./apis/own-port.js";
export type { AccessLog, AccessRecord } from "./http/access-log.js";
export { scopes, type Scope } from "./contract/scopes.js";

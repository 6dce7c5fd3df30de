// @pictor/server: the local API.

export { createServer } from "./create-server.js";
export { openTokens, serverFolder } from "./server-folder.js";
export type { PluginsReload } from "./reloading/plugin-reloader.js";
export type { DedicatedPortAddress, PictorServer, ServerOptions } from "./server-options.js";
export { isGranted, saveGrant, type PanelGrant } from "./panels/grants.js";
export type { ServedPanel } from "./panels/panels.js";
export type { CallApi, InProcessCaller } from "./apis/open-api.js";
export type { DedicatedPort } from "./apis/own-port.js";
export type { AccessLog, AccessRecord } from "./http/access-log.js";
export { scopes, type Scope } from "@pictor/features/base";

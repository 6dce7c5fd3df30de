// What the server is and has: its features, its system, its node classes and its embeddings.
import { json, text } from "../http/reply.js";
import { route, type Route } from "./route.js";

/** The text with which a real server replies to a GET of `/ws` without an upgrade. */
const noUpgrade = 'No WebSocket UPGRADE hdr: None\n Can "Upgrade" only to "WebSocket".';

export const serverRoutes: readonly Route[] = [
  route("GET", /^\/ws$/, () => text(noUpgrade, 400)),
  route("GET", /^\/features$/, ({ engine }) => json(engine.features)),
  route("GET", /^\/system_stats$/, async ({ engine, caller }) => json(await engine.systemStats(caller))),
  route("GET", /^\/object_info(?:\/([^/]+))?$/, async ({ engine, caller, parameters: [name] }) =>
    json(await engine.objectInfo(name === "" ? undefined : name, caller)),
  ),
  route("GET", /^\/embeddings$/, async ({ engine, caller }) => json(await engine.embeddings(caller))),
];

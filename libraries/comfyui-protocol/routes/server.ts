// What the server is and has: its features, its system, its node classes and its embeddings.
import { json, text } from "../http/reply.js";
import type { Route } from "./route.js";

/** The text with which a real server replies to a GET of `/ws` without an upgrade. */
const noUpgrade = 'No WebSocket UPGRADE hdr: None\n Can "Upgrade" only to "WebSocket".';

export const serverRoutes: readonly Route[] = [
  { method: "GET", path: /^\/ws$/, answer: () => text(noUpgrade, 400) },
  { method: "GET", path: /^\/features$/, answer: ({ engine }) => json(engine.features) },
  {
    method: "GET",
    path: /^\/system_stats$/,
    answer: async ({ engine, caller }) => json(await engine.systemStats(caller)),
  },
  {
    method: "GET",
    path: /^\/object_info(?:\/([^/]+))?$/,
    answer: async ({ engine, caller, parameters: [name] }) =>
      json(await engine.objectInfo(name === "" ? undefined : name, caller)),
  },
  {
    method: "GET",
    path: /^\/embeddings$/,
    answer: async ({ engine, caller }) => json(await engine.embeddings(caller)),
  },
];

// Routes: installing, starting and stopping the servers of backends.

import { accepted, ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const serversRoutes = {
  readInstallPlan: {
    method: "GET",
    path: "/v1/backends/{name}/install-plan",
    scope: "admin",
    group: "servers",
    summary: "The steps of its installation, done and pending",
    replies: ok("InstallPlan", "The steps"),
  },
  installBackend: {
    method: "POST",
    path: "/v1/backends/{name}/install",
    scope: "admin",
    group: "servers",
    summary: "Install its server; finished steps are kept after a failure",
    body: "ConfirmedRequest",
    replies: accepted,
  },
  startBackend: {
    method: "POST",
    path: "/v1/backends/{name}/start",
    scope: "admin",
    group: "servers",
    summary: "Start its server",
    body: "StartRequest",
    replies: accepted,
  },
  stopBackend: {
    method: "POST",
    path: "/v1/backends/{name}/stop",
    scope: "admin",
    group: "servers",
    summary: "Stop its server, whoever has started it",
    body: "ConfirmedRequest",
    replies: accepted,
  },
  restartBackend: {
    method: "POST",
    path: "/v1/backends/{name}/restart",
    scope: "admin",
    group: "servers",
    summary: "Restart its server, or start one that does not run",
    body: "ConfirmedRequest",
    replies: accepted,
  },
  updateBackend: {
    method: "POST",
    path: "/v1/backends/{name}/update",
    scope: "admin",
    group: "servers",
    summary: "Change the version of ComfyUI; the old one is restored if the new one does not start",
    body: "UpdateRequest",
    replies: accepted,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

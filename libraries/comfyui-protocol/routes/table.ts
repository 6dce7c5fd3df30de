// The routes that every server of the protocol has.
import { historyRoutes } from "./history.js";
import { jobRoutes } from "./jobs.js";
import { promptRoutes } from "./prompt.js";
import type { Route } from "./route.js";
import { serverRoutes } from "./server.js";
import { uploadRoutes } from "./upload.js";
import { viewRoutes } from "./view.js";

export const protocolRoutes: readonly Route[] = [
  ...serverRoutes,
  ...promptRoutes,
  ...historyRoutes,
  ...jobRoutes,
  ...uploadRoutes,
  ...viewRoutes,
];

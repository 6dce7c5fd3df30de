// All routes, one file per group.
import { catalogRoutes } from "./catalog.js";
import { historyRoutes } from "./history.js";
import { pageRoutes } from "./page.js";
import { promptRoutes } from "./prompt.js";
import { queueRoutes } from "./queue.js";
import type { Route } from "./route.js";
import { systemRoutes } from "./system.js";
import { viewRoutes } from "./view.js";

export const routes: readonly Route[] = [
  ...pageRoutes,
  ...systemRoutes,
  ...catalogRoutes,
  ...promptRoutes,
  ...queueRoutes,
  ...historyRoutes,
  ...viewRoutes,
];

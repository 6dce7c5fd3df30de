// All routes of the server.
import { catalogRoutes } from "./catalog.js";
import { frontEndRoutes } from "./front-end.js";
import { historyRoutes } from "./history.js";
import { internalRoutes } from "./internal.js";
import { jobRoutes } from "./jobs.js";
import { modelRoutes } from "./models.js";
import { pageRoutes } from "./page.js";
import { promptRoutes } from "./prompt.js";
import { queueRoutes } from "./queue.js";
import type { Route } from "./route.js";
import { systemRoutes } from "./system.js";
import { uploadRoutes } from "./upload.js";
import { userdataRoutes } from "./userdata.js";
import { userRoutes } from "./users.js";
import { viewRoutes } from "./view.js";

export const routes: readonly Route[] = [
  ...pageRoutes,
  ...systemRoutes,
  ...frontEndRoutes,
  ...catalogRoutes,
  ...modelRoutes,
  ...promptRoutes,
  ...queueRoutes,
  ...historyRoutes,
  ...jobRoutes,
  ...uploadRoutes,
  ...viewRoutes,
  ...userRoutes,
  ...userdataRoutes,
  ...internalRoutes,
];

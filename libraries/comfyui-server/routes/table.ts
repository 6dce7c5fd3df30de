// All routes of the server.
import { frontEndRoutes, protocolRoutes } from "@pictor/comfyui-protocol";
import { freeRoutes } from "./free.js";
import { internalRoutes } from "./internal.js";
import { modelRoutes } from "./models.js";
import { pageRoutes } from "./page.js";
import type { Route } from "./route.js";
import { userdataRoutes } from "./userdata.js";
import { userRoutes } from "./users.js";

export const routes: readonly Route[] = [
  ...pageRoutes,
  ...protocolRoutes,
  ...frontEndRoutes,
  ...freeRoutes,
  ...modelRoutes,
  ...userRoutes,
  ...userdataRoutes,
  ...internalRoutes,
];

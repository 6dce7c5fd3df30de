// The routes of the local API: the one table from which checks, handlers' types, schemas/openapi.json and the docs are made.

import { backendsRoutes } from "./backends-routes.js";
import { describeRoutes } from "./describe-routes.js";
import { entryRoutes } from "./entry-routes.js";
import { eventsRoutes } from "./events-routes.js";
import { extensionsRoutes } from "./extensions-routes.js";
import { formsRoutes } from "./forms-routes.js";
import { jobsRoutes } from "./jobs-routes.js";
import { membersRoutes } from "./members-routes.js";
import { operationsRoutes } from "./operations-routes.js";
import { panelsRoutes } from "./panels-routes.js";
import { peopleRoutes } from "./people-routes.js";
import { profilesRoutes } from "./profiles-routes.js";
import { requestsRoutes } from "./requests-routes.js";
import { picturesRoutes } from "./pictures-routes.js";
import { pluginsRoutes } from "./plugins-routes.js";
import { serversRoutes } from "./servers-routes.js";
import { uploadsRoutes } from "./uploads-routes.js";
import { workflowsRoutes } from "./workflows-routes.js";

export const routes = {
  ...entryRoutes,
  ...describeRoutes,
  ...workflowsRoutes,
  ...backendsRoutes,
  ...serversRoutes,
  ...membersRoutes,
  ...extensionsRoutes,
  ...pluginsRoutes,
  ...jobsRoutes,
  ...formsRoutes,
  ...profilesRoutes,
  ...requestsRoutes,
  ...picturesRoutes,
  ...uploadsRoutes,
  ...peopleRoutes,
  ...panelsRoutes,
  ...operationsRoutes,
  ...eventsRoutes,
} as const;

export type Routes = typeof routes;
export type RouteId = keyof Routes;

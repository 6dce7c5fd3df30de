// The routes of the local API: the one table from which checks, handlers' types, schemas/openapi.json and the docs are made.

import { backendsRoutes } from "./backends-routes.js";
import { describeRoutes } from "./describe-routes.js";
import { entryRoutes } from "./entry-routes.js";
import { eventsRoutes } from "./events-routes.js";
import { jobsRoutes } from "./jobs-routes.js";
import { operationsRoutes } from "./operations-routes.js";
import { peopleRoutes } from "./people-routes.js";
import { profilesRoutes } from "./profiles-routes.js";
import { requestsRoutes } from "./requests-routes.js";

export const routes = {
  ...entryRoutes,
  ...describeRoutes,
  ...backendsRoutes,
  ...jobsRoutes,
  ...profilesRoutes,
  ...requestsRoutes,
  ...peopleRoutes,
  ...operationsRoutes,
  ...eventsRoutes,
} as const;

export type Routes = typeof routes;
export type RouteId = keyof Routes;

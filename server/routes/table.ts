// The routes of the local API: the single table from which checks, schemas/openapi.json, the client and the docs are made.

import { backendLogRoutes } from "./backend-logs.js";
import { backendSettingsRoutes } from "./backend-settings.js";
import { backendRoutes } from "./backends.js";
import { entryRoutes } from "./entry.js";
import { eventRoutes } from "./events.js";
import { extensionChangeRoutes } from "./extension-changes.js";
import { extensionRoutes } from "./extensions.js";
import { formRoutes } from "./forms.js";
import { inspectRoutes } from "./inspect.js";
import { jobImageRoutes } from "./job-images.js";
import { jobRoutes } from "./jobs.js";
import { linkRoutes } from "./links.js";
import { operationRoutes } from "./operations.js";
import { panelRoutes } from "./panels.js";
import { questionRoutes } from "./people.js";
import { pictureRoutes } from "./pictures.js";
import { profileRoutes } from "./profiles.js";
import { requestRoutes } from "./requests.js";
import { serverRoutes } from "./servers.js";
import { sessionRequestRoutes } from "./session-requests.js";
import { settingsSchemaRoutes } from "./settings-schemas.js";
import { uploadRoutes } from "./uploads.js";
import { workflowRoutes } from "./workflows.js";
import { createMatcher, fixedPathsFirst } from "../contract/match-route.js";
import { operations } from "@pictor/features/operations";
import type { OperationSpec } from "@pictor/features/base";
import type { RouteDependencies } from "./dependencies.js";

export const routes = {
  ...entryRoutes,
  ...sessionRequestRoutes,
  ...linkRoutes,
  ...operations,
  ...settingsSchemaRoutes,
  ...workflowRoutes,
  ...backendRoutes,
  ...backendSettingsRoutes,
  ...backendLogRoutes,
  ...serverRoutes,
  ...extensionRoutes,
  ...extensionChangeRoutes,
  ...jobRoutes,
  ...jobImageRoutes,
  ...formRoutes,
  ...profileRoutes,
  ...requestRoutes,
  ...pictureRoutes,
  ...uploadRoutes,
  ...inspectRoutes,
  ...questionRoutes,
  ...panelRoutes,
  ...operationRoutes,
  ...eventRoutes,
} as const;

export const routesOf = createMatcher(Object.values<OperationSpec>(routes));

interface AnyRoute extends OperationSpec {
  readonly run: (call: never, deps: RouteDependencies) => unknown;
}

/** Binds the routes, in the order in which they match, to the parts of the server that their functions use. */
export const bindRoutes = (deps: RouteDependencies) =>
  fixedPathsFirst(Object.values<AnyRoute>(routes)).map(({ run, ...spec }) => ({
    ...spec,
    run: (call: never) => run(call, deps),
  }));

// The handlers of all routes.

import type { Handlers } from "../http/handler.js";
import { backendHandlers } from "./backends.js";
import type { RouteDependencies } from "./dependencies.js";
import { describeHandlers } from "./describe.js";
import { entryHandlers } from "./entry.js";
import { eventHandlers } from "./events.js";
import { jobHandlers } from "./jobs.js";
import { operationHandlers } from "./operations.js";
import { questionHandlers } from "./people.js";
import { profileHandlers } from "./profiles.js";
import { requestHandlers } from "./requests.js";
import { secretHandlers } from "./secrets.js";
import { settingsSchemaHandlers } from "./settings-schemas.js";

/** A route without a handler does not compile. */
export const createHandlers = (deps: RouteDependencies): Handlers => ({
  ...entryHandlers(deps),
  ...describeHandlers(deps),
  ...settingsSchemaHandlers(deps),
  ...backendHandlers(deps),
  ...jobHandlers(deps),
  ...profileHandlers(deps),
  ...secretHandlers(deps),
  ...requestHandlers(deps),
  ...questionHandlers(deps),
  ...operationHandlers(deps),
  ...eventHandlers(deps),
});

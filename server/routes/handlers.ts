// The handlers of all routes.

import type { Handlers } from "../http/handler.js";
import { backendLogHandlers } from "./backend-logs.js";
import { backendSettingsHandlers } from "./backend-settings.js";
import { backendHandlers } from "./backends.js";
import type { RouteDependencies } from "./dependencies.js";
import { certificateHandlers } from "./certificates.js";
import { cookieHandlers } from "./cookies.js";
import { describeHandlers } from "./describe.js";
import { entryHandlers } from "./entry.js";
import { environmentHandlers } from "./environments.js";
import { eventHandlers } from "./events.js";
import { extensionChangeHandlers } from "./extension-changes.js";
import { extensionHandlers } from "./extensions.js";
import { formHandlers } from "./forms.js";
import { inspectHandlers } from "./inspect.js";
import { jobHandlers } from "./jobs.js";
import { linkHandlers } from "./links.js";
import { memberHandlers } from "./members.js";
import { operationHandlers } from "./operations.js";
import { panelHandlers } from "./panels.js";
import { questionHandlers } from "./people.js";
import { profileHandlers } from "./profiles.js";
import { requestHandlers } from "./requests.js";
import { sessionRequestHandlers } from "./session-requests.js";
import { secretHandlers } from "./secrets.js";
import { pictureHandlers } from "./pictures.js";
import { pluginHandlers } from "./plugins.js";
import { serverHandlers } from "./servers.js";
import { settingsSchemaHandlers } from "./settings-schemas.js";
import { uploadHandlers } from "./uploads.js";
import { workflowHandlers } from "./workflows.js";

/** A route without a handler does not compile. */
export const createHandlers = (deps: RouteDependencies): Handlers => ({
  ...entryHandlers(deps),
  ...sessionRequestHandlers(deps),
  ...linkHandlers(deps),
  ...describeHandlers(deps),
  ...settingsSchemaHandlers(deps),
  ...workflowHandlers(deps),
  ...backendHandlers(deps),
  ...backendSettingsHandlers(deps),
  ...backendLogHandlers(deps),
  ...serverHandlers(deps),
  ...memberHandlers(deps),
  ...extensionHandlers(deps),
  ...extensionChangeHandlers(deps),
  ...pluginHandlers(deps),
  ...jobHandlers(deps),
  ...formHandlers(deps),
  ...profileHandlers(deps),
  ...secretHandlers(deps),
  ...requestHandlers(deps),
  ...environmentHandlers(deps),
  ...cookieHandlers(deps),
  ...certificateHandlers(deps),
  ...pictureHandlers(deps),
  ...uploadHandlers(deps),
  ...inspectHandlers(deps),
  ...questionHandlers(deps),
  ...panelHandlers(deps),
  ...operationHandlers(deps),
  ...eventHandlers(deps),
});

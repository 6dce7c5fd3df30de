// @pictor/features/operations: the operations of all nouns. A server offers them as they are.

import { failureOperations } from "./backends/failure-operations.js";
import { memberOperations } from "./backends/member-operations.js";
import { backendOperations } from "./backends/backend-operations.js";
import { catalogOperations } from "./catalog/operations.js";
import { certificateOperations } from "./certificates/operations.js";
import { configurationOperations } from "./configuration/operations.js";
import { cookieOperations } from "./cookies/operations.js";
import { environmentOperations } from "./environments/operations.js";
import { extensionOperations } from "./extensions/operations.js";
import { galleryOperations } from "./gallery/operations.js";
import { pluginOperations } from "./plugins/operations.js";
import { presetOperations } from "./presets/operations.js";
import { profileOperations } from "./profiles/operations.js";
import { secretOperations } from "./secrets/operations.js";
import { workflowOperations } from "./workflows/operations.js";

export const operations = {
  ...workflowOperations,
  ...backendOperations,
  ...catalogOperations,
  ...pluginOperations,
  ...memberOperations,
  ...failureOperations,
  ...extensionOperations,
  ...presetOperations,
  ...profileOperations,
  ...secretOperations,
  ...configurationOperations,
  ...environmentOperations,
  ...cookieOperations,
  ...certificateOperations,
  ...galleryOperations,
} as const;

export type { CertificateContext } from "./certificates/operations.js";
export type { ExtensionContext } from "./extensions/operations.js";
export type { PluginContext } from "./plugins/operations.js";
export type { SecretContext } from "./secrets/operations.js";

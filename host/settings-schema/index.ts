// @pictor/host/settings-schema: settings schemas as types of TypeScript and as plain JSON Schema, and the features of a workflow.

export { featureFits } from "./feature-fits.js";
export { plainSchema, type PlainSchema } from "./plain-schema.js";
export { settingsTypes } from "./settings-types.js";

// Generated from kernel/config/variables.ts by `npm run gen`; do not edit.

/** A variable such as `{{host}}` in a text, with its name as the group. */
export const variablePattern = /\{\{\s*([^{}\s](?:[^{}]*[^{}\s])?)\s*\}\}/g;

// @pictor/features/workflows: the form of a graph, and workflows that a user saves from a graph. The operations on
// workflows are the entry @pictor/features/workflows/operations, so that a server starts without this code.

export { formSchema, graphForm, type FormInput, type GraphForm, type MissingChoice } from "./graph-form.js";
export { removeWorkflow, saveWorkflow } from "./save-workflow.js";
export { isWorkflowId, pluginIdOf } from "./own-ids.js";
export type { WorkflowSource } from "./workflow-files.js";

// @pictor/features/workflows: the form of a graph, and workflows that a user saves from a graph.

export { formSchema, graphForm, type FormInput, type GraphForm, type MissingChoice } from "./graph-form.js";
export { removeWorkflow, saveWorkflow } from "./save-workflow.js";
export { isWorkflowId, pluginIdOf } from "./own-ids.js";
export type { WorkflowSource } from "./workflow-files.js";

// The ids of workflows that a user saves, and of the plugins that they are. Pure.

/** The name of the plugin that a saved workflow is. */
export const pluginIdOf = (workflow: string): string => `workflow-own-${workflow}`;

/** Whether a text can be the id of a saved workflow: its plugin has a prefix, and the ids of plugins are limited. */
export const isWorkflowId = (id: string): boolean =>
  id.length <= 34 && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id);

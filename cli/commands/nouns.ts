// The first words of the command line, in the order of the help. Their commands are imported when the command line names them.

import type { Command } from "commander";
import type { ProgramContext } from "../definition/program-context.js";

type AddCommand = (program: Command, context: ProgramContext) => void;

export const nouns: Readonly<Record<string, () => Promise<AddCommand>>> = {
  generate: async () => (await import("./generate/generate-command.js")).addGenerateCommand,
  graph: async () => (await import("./graph/graph-command.js")).addGraphCommand,
  validate: async () => (await import("./validate/validate-command.js")).addValidateCommand,
  jobs: async () => (await import("./jobs/jobs-command.js")).addJobsCommand,
  inspect: async () => (await import("./inspect/inspect-command.js")).addInspectCommand,
  project: async () => (await import("./project/project-command.js")).addProjectCommand,
  presets: async () => (await import("./presets/presets-command.js")).addPresetsCommand,
  history: async () => (await import("./history/history-command.js")).addHistoryCommand,
  request: async () => (await import("./request/request-command.js")).addRequestCommand,
  cookies: async () => (await import("./cookies/cookies-command.js")).addCookiesCommand,
  auth: async () => (await import("./auth/auth-command.js")).addAuthCommand,
  workflows: async () => (await import("./workflows/workflows-command.js")).addWorkflowsCommand,
  features: async () => (await import("./workflows/workflows-command.js")).addFeaturesCommand,
  plugins: async () => (await import("./plugins/plugins-command.js")).addPluginsCommand,
  backend: async () => (await import("./backend/backend-command.js")).addBackendCommand,
  extensions: async () => (await import("./extensions/extensions-command.js")).addExtensionsCommand,
  catalog: async () => (await import("./catalog/catalog-command.js")).addCatalogCommand,
  serve: async () => (await import("./serve/serve-command.js")).addServeCommand,
  worker: async () => (await import("./worker/worker-command.js")).addWorkerCommand,
  panel: async () => (await import("./panel/panel-command.js")).addPanelCommand,
  mcp: async () => (await import("./mcp/mcp-command.js")).addMcpCommand,
  trust: async () => (await import("./trust/trust-command.js")).addTrustCommand,
  config: async () => (await import("./config/config-command.js")).addConfigCommand,
  completion: async () => (await import("./completion/completion-command.js")).addCompletionCommand,
};

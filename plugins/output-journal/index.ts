// Wires the plugin: saved outputs are recorded in a journal.

import { dataFile, definePlugin, thisMachine } from "@pictor/kernel/plugin";
import { createJournal } from "./journal.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, clock }) => {
  const { path: configured, maxEntries } = config as Config;
  const machine = thisMachine(process.env);
  const path = dataFile(configured, "history.jsonl", machine);
  const recordOutput = createJournal({ path, configuredPath: path ?? configured, maxEntries, clock });
  return { handlers: { recordOutput } };
});

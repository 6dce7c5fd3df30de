// Wires the plugin: saved outputs are recorded in a journal.

import { dataFile, definePlugin, homeFolder } from "@pictor/kernel/plugin";
import { createJournal } from "./journal.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config, clock }) => {
  const { path: configured, maxEntries } = config as Config;
  const machine = { env: process.env, platform: process.platform, home: homeFolder() };
  const path = dataFile(configured, "history.jsonl", machine);
  const options = { path, configuredPath: path ?? configured, maxEntries, clock, now: () => new Date() };
  return { handlers: { recordOutput: createJournal(options) } };
});

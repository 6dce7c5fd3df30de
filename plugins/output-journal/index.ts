// Wires the journal of saved outputs.

import { homedir } from "node:os";
import { dataFile, definePlugin } from "@pictor/kernel/plugin";
import { createJournal } from "./journal.js";
import type { Config } from "./settings.gen.js";

export default definePlugin(({ config }) => {
  const { path, maxEntries } = config as Config;
  const machine = { env: process.env, platform: process.platform, home: homedir() };
  const place = dataFile(path, "history.jsonl", machine);
  return {
    handlers: {
      note: createJournal({ path: place, shown: place ?? path, maxEntries, now: () => new Date() }),
    },
  };
});

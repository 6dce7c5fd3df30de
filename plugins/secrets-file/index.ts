// Wires the secret store `file`.

import { definePlugin, thisMachine } from "@pictor/kernel/plugin";
import { locateFile, abbreviateHome } from "./file-location.js";
import { refusal } from "./refusal.js";
import type { Config } from "./settings.gen.js";
import { openFileStore } from "./file-store.js";

export default definePlugin(({ config, logger, clock }) => ({
  provides: {
    secretStores: {
      file: {
        async open() {
          const { path, passphrase } = config as Config;
          const machine = thisMachine(process.env);
          const location = locateFile(path, "secrets.json", machine);
          if (location === undefined) throw refusal(`its path "${path}" is not absolute`);
          const shownPath = abbreviateHome(location.path, machine);
          return openFileStore({
            ...location,
            shownPath,
            passphrase,
            uid: process.getuid?.(),
            logger,
            clock,
          });
        },
      },
    },
  },
}));

// Wires the secret store `keyring`.

import { dataFile, definePlugin, thisMachine } from "@pictor/kernel/plugin";
import { importKeyring } from "./data-key.js";
import { refusal } from "./refusal.js";
import type { Config } from "./settings.gen.js";
import { openKeyringStore } from "./keyring-store.js";

export default definePlugin(({ config, clock, logger }) => ({
  provides: {
    secretStores: {
      keyring: {
        async open() {
          const configured = (config as Config).path;
          const machine = thisMachine(process.env);
          const path = dataFile(configured, "secrets.keyring.json", machine);
          if (path === undefined) throw refusal(`its path "${configured}" is not absolute`);
          return openKeyringStore({ path, clock, logger, importKeyring });
        },
      },
    },
  },
}));

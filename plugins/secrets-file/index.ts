// Wires the secret store `file`.

import { homedir } from "node:os";
import { definePlugin } from "@pictor/kernel/plugin";
import { placeOf, shortened } from "./file-location.js";
import { refusal } from "./refusal.js";
import type { Config } from "./settings.gen.js";
import { openFileStore } from "./file-store.js";

export default definePlugin(({ config, logger, clock }) => ({
  provides: {
    secretStores: {
      file: {
        async open() {
          const { path, passphrase } = config as Config;
          const machine = { env: process.env, platform: process.platform, home: homedir() };
          const place = placeOf(path, "secrets.json", machine);
          if (place === undefined) throw refusal(`its path "${path}" is not absolute`);
          const shownPath = shortened(place.path, machine);
          return openFileStore({ ...place, shownPath, passphrase, uid: process.getuid?.(), logger, clock });
        },
      },
    },
  },
}));

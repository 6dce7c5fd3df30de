// Gives a plugin's default export its type.

import type { Plugin } from "../contract/plugins.js";

/** Returns `plugin` as it is; a wrong shape does not compile. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;

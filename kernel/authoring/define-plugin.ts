// Gives the default export of a plugin its type.

import type { Plugin } from "../contract/plugins.js";

/** Returns `plugin` unchanged, so that the compiler checks its type. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;

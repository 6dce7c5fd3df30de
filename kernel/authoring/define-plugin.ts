// Gives the default export of a plugin its type.

import type { Plugin } from "../contract/plugins.js";

/** Returns `plugin` unchanged; a value of another type does not compile. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;

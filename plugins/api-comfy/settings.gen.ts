// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Groups of routes that are closed unless they are listed here. Default: []. */
  readonly open: readonly ("manager" | "memory" | "userdata" | "settings" | "users" | "internal")[];
};

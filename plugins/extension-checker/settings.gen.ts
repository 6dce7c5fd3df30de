// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** pictor-extensions.lock.json: write it when extensions were changed, only obey it, or leave it alone. Default: "write". */
  readonly lock: "write" | "read" | "off";
  /** Node classes that the backend lacks and no plugin explains: look them up in its index, or leave them to the validation. Default: "look-up". */
  readonly unknownClasses: "look-up" | "ignore";
};

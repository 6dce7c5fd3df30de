// Generated from plugin.json by `npm run gen`; do not edit.

export type Config = {
  /** Whether pictor-extensions.lock.json is written when extensions have changed, only obeyed, or ignored. Default: "write". */
  readonly lock: "write" | "read" | "off";
  /** Whether node classes that the backend lacks and no plugin explains are looked up in the backend's index, or left to the validation. Default: "look-up". */
  readonly unknownClasses: "look-up" | "ignore";
};

// What the page says of an error of the server in place of advice for a command line or for a file, and the button that
// leads to what is to be done.

import type { Words } from "../api/words.js";

/** Where a button leads. */
export type Remedy =
  | "profile"
  | "signIn"
  | "address"
  | "settings"
  | "log"
  | "extensions"
  | "addBackend"
  | "backends"
  | "plugins"
  | "configuration"
  | "environment";

export interface Advice extends Words {
  readonly remedy?: Remedy;
  /** The state of a backend in few words, and what is wrong. `profile` is its auth profile. */
  readonly state?: { readonly title: string; readonly text: (profile: string | undefined) => string };
}

/** By the codes of the errors. An error that is not in it is shown with the words of the server. */
export type Advices = Readonly<Record<string, Advice>>;

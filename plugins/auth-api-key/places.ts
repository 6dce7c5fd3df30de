// The three places of an API key: how each validates a key, and writes it over an entry of the same name.

import { setHeader, setQueryParameter } from "@pictor/kernel/plugin";
import type { OutgoingRequest } from "@pictor/kernel/plugin";
import { requireCookie, requireHeader } from "./check.js";
import { setCookie } from "./cookie.js";

export interface Place {
  /** Checks the key and the value. Throws `AUTH_SETTING_INVALID` if the place cannot carry them. */
  require(key: string, value: string): void;
  write(request: OutgoingRequest, key: string, value: string): OutgoingRequest;
}

export const places: Readonly<Record<"header" | "query" | "cookie", Place>> = {
  header: { require: requireHeader, write: setHeader },
  // A query needs no check, because percent-encoding can carry any text.
  query: { require: () => undefined, write: setQueryParameter },
  cookie: { require: requireCookie, write: setCookie },
};

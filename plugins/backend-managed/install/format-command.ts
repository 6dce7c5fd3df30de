// Command lines as a person reads them in a plan and in the log. Pure.

import { withoutCredentials } from "../python/redact-credentials.js";

const quoted = (text: string): string =>
  /^[A-Za-z0-9_@%+=:,./\\~-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`;

/** Never for running: a person may copy it, but it is not escaped for any one shell. */
export const formatCommand = (parts: readonly string[]): string =>
  parts.map((part) => quoted(withoutCredentials(part))).join(" ");

// Formats command lines for plans and logs. Pure.

import { redactCredentials } from "../python/redact-credentials.js";

const quoted = (text: string): string =>
  /^[A-Za-z0-9_@%+=:,./\\~-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`;

/** Formats a command for display only: the quoting follows no particular shell. Credentials are removed. */
export const formatCommand = (parts: readonly string[]): string =>
  parts.map((part) => quoted(redactCredentials(part))).join(" ");

// Replaces the credentials of addresses in logs, plans, state files and errors by asterisks. Pure.

import { maskCredentials } from "@pictor/extensions";
import { percentDecode } from "@pictor/kernel/plugin";

/** The user info and the password of an address, as written and percent-decoded. */
function credentialsIn(address: string): readonly string[] {
  const userinfo = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\s]*)@/i.exec(address)?.[1];
  if (userinfo === undefined) return [];
  const colon = userinfo.indexOf(":");
  const password = userinfo.slice(colon + 1);
  // Secrets shorter than four characters are left out, because they would match ordinary words.
  return [userinfo, password, percentDecode(password)].filter((secret) => secret.length >= 4);
}

/** Whether an address contains credentials, so that it must not be an argument. */
export const hasCredentials = (address: string): boolean => maskCredentials(address).includes("***@");

/** As `maskCredentials`, and replaces the credentials of `addresses` wherever they occur in the text. */
export function redactCredentials(text: string, addresses: readonly string[] = []): string {
  const secrets = addresses.flatMap(credentialsIn).sort((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), maskCredentials(text));
}

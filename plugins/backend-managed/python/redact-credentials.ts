// Removes the credentials of addresses from logs, plans, state files and errors. Pure.

/** User info and password of an address, also percent-decoded. */
function credentialsIn(address: string): readonly string[] {
  const userinfo = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\s]*)@/i.exec(address)?.[1];
  if (userinfo === undefined) return [];
  const colon = userinfo.indexOf(":");
  const parts = colon < 0 ? [userinfo] : [userinfo.slice(colon + 1)];
  const decoded = parts.flatMap((part) => {
    try {
      return [part, decodeURIComponent(part)];
    } catch {
      return [part];
    }
  });
  // Shorter texts would also match ordinary words.
  return [userinfo, ...decoded].filter((secret) => secret.length >= 4);
}

/** Whether an address contains credentials, so that it must not be an argument. */
export const hasCredentials = (address: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@/i.test(address) && !/^ssh:\/\/[^/:@]+@|^git\+ssh:/i.test(address);

/**
 * Removes the user info of all addresses in a text, and the credentials of `addresses` wherever they occur. The user name of
 * an ssh address stays.
 */
export function withoutCredentials(text: string, addresses: readonly string[] = []): string {
  const plain = text.replace(
    // The scheme is bounded: a tool may write a very long line.
    /\b([a-z][a-z0-9+.-]{0,19}:\/\/)([^/?#\s'"<>]*)@/gi,
    (whole, scheme: string, user: string) =>
      /ssh:\/\/$/i.test(scheme) && !user.includes(":") ? whole : `${scheme}***@`,
  );
  const secrets = addresses.flatMap(credentialsIn).sort((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), plain);
}

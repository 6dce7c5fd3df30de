// Credentials in addresses: they reach no log, plan, state file or error. Pure.

/** The user and password of an address, and what is the same once decoded. */
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
  // Shorter ones would blot out words that are no secrets.
  return [userinfo, ...decoded].filter((secret) => secret.length >= 4);
}

/** Whether it must not be an argument, which every user of the machine can see. */
export const hasCredentials = (address: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]*@/i.test(address) && !/^ssh:\/\/[^/:@]+@|^git\+ssh:/i.test(address);

/**
 * The text without what stands between `//` and `@` in any address, and without the credentials of the given addresses
 * wherever they stand. The user name of an ssh address is no secret.
 */
export function withoutCredentials(text: string, addresses: readonly string[] = []): string {
  const plain = text.replace(
    // Bounded: a tool may write a very long line.
    /\b([a-z][a-z0-9+.-]{0,19}:\/\/)([^/?#\s'"<>]*)@/gi,
    (whole, scheme: string, user: string) =>
      /ssh:\/\/$/i.test(scheme) && !user.includes(":") ? whole : `${scheme}***@`,
  );
  const secrets = addresses.flatMap(credentialsIn).sort((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), plain);
}

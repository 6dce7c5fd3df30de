// A project that replaces a profile of the user may narrow its origins, and never widens them.

import { fault, type Configuration, type ProjectLayer } from "@pictor/kernel";

const originOf = (text: string): string => new URL(text).origin;

/**
 * The layer, in which a profile that the user has too sends to no origin beyond those of the user's profile. Throws
 * `CONFIG_INVALID` if no origin is left.
 */
export function narrowOrigins({ layer, lower, file }: ProjectLayer): Configuration {
  if (layer.profiles === undefined) return layer;
  const profiles = Object.entries(layer.profiles).map(([name, profile]) => {
    const own = Object.hasOwn(lower.profiles ?? {}, name) ? lower.profiles?.[name]?.origins : undefined;
    if (own === undefined) return [name, profile] as const;
    const allowed = own.map(originOf);
    const origins = (profile.origins ?? own).filter((origin) => allowed.includes(originOf(origin)));
    if (origins.length > 0) return [name, { ...profile, origins }] as const;
    throw fault("CONFIG_INVALID", {
      file,
      pointer: `#/profiles/${name}/origins`,
      expected: `origins of your own profile ${name}: ${own.join(", ")}`,
      found: (profile.origins ?? []).join(", "),
      suggestion: "",
    });
  });
  return { ...layer, profiles: Object.fromEntries(profiles) };
}

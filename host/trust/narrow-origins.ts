// Restricts the origins of a project's profile that replaces a profile of the user or takes tokens from it: it may
// narrow the user's origins, but not extend them.

import {
  fault,
  jsonPointer,
  referencesIn,
  type Configuration,
  type Profile,
  type ProjectLayer,
} from "@pictor/kernel";
import { ownerOf } from "./power.js";

const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : text);

/** The origins of the user's profiles on which a project's profile depends; undefined if none of them is limited. */
function limitOf(name: string, profile: Profile, project: ProjectLayer): readonly string[] | undefined {
  const tokens = referencesIn(profile.schemes, "").filter(({ kind }) => kind === "$token");
  const taken = tokens
    .map(({ target }) => target)
    .filter((other) => ownerOf("profiles", other, project) === "user");
  const limits = [name, ...taken].flatMap((own) => {
    const { profiles = {} } = project.lower;
    const origins = Object.hasOwn(profiles, own) ? profiles[own]?.origins : undefined;
    return origins === undefined ? [] : [origins];
  });
  const [first, ...others] = limits;
  return first?.filter((origin) => others.every((list) => list.map(originOf).includes(originOf(origin))));
}

/**
 * The layer, in which a profile that depends on the user's profiles sends to no origin beyond theirs. Throws
 * `CONFIG_INVALID` if no origin is left.
 */
export function narrowOrigins(project: ProjectLayer): Configuration {
  const { layer, file } = project;
  if (layer.profiles === undefined) return layer;
  const profiles = Object.entries(layer.profiles).map(([name, profile]) => {
    const limit = limitOf(name, profile, project);
    if (limit === undefined) return [name, profile] as const;
    const allowed = limit.map(originOf);
    const origins = (profile.origins ?? limit).filter((origin) => allowed.includes(originOf(origin)));
    if (origins.length > 0) return [name, { ...profile, origins }] as const;
    throw fault("CONFIG_INVALID", {
      file,
      pointer: `#${jsonPointer("profiles", name, "origins")}`,
      expected: `origins of your own profile: ${limit.join(", ")}`,
      found: (profile.origins ?? []).join(", "),
      suggestion: "",
    });
  });
  return { ...layer, profiles: Object.fromEntries(profiles) };
}

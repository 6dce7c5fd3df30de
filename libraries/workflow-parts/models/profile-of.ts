// Which family a diffusion model belongs to, by the name of its file. Pure.

import type { ProfileId } from "./profiles.js";

/** In order: `flux` would match Flux.2 as well. */
const rules: readonly (readonly [pattern: RegExp, profile: ProfileId])[] = [
  [/z[_-]?image.*turbo|turbo.*z[_-]?image/, "z-image-turbo"],
  [/z[_-]?image/, "z-image"],
  [/flux[._-]?2(?!\d)/, "flux2"],
  [/flux/, "flux"],
  // A word of its own: animagine is another family.
  [/(?<![a-z])anima(?![a-z])/, "anima"],
  [/hidream/, "hidream"],
];

/** The file's own name counts, not its folders. `custom` where the name says nothing. */
export function profileOf(fileName: string): ProfileId {
  const name = fileName.replace(/^.*[\\/]/, "").toLowerCase();
  return rules.find(([pattern]) => pattern.test(name))?.[1] ?? "custom";
}

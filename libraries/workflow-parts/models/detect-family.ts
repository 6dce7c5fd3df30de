// Detects the family of a diffusion model from the name of its file.

import type { FamilyId } from "./families.js";

/** The first match wins: `flux` alone would match Flux.2 as well. */
const rules: readonly (readonly [pattern: RegExp, family: FamilyId])[] = [
  [/^(?=.*turbo).*z[_-]?image/s, "z-image-turbo"],
  [/z[_-]?image/, "z-image"],
  [/flux[._-]?2(?!\d)/, "flux2"],
  [/flux/, "flux"],
  // Only as a whole word: Animagine is an SDXL model.
  [/(?<![a-z])anima(?![a-z])/, "anima"],
  [/hidream/, "hidream"],
];

/** The family that the file name without its folders indicates; `custom` when it indicates none. */
export function detectFamily(fileName: string): FamilyId {
  const name = fileName.replace(/^.*[\\/]/, "").toLowerCase();
  return rules.find(([pattern]) => pattern.test(name))?.[1] ?? "custom";
}

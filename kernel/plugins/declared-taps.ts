// The taps of a plugin: those that its auth schemes and features imply, and those that its manifest lists.

import type { Manifest, Tap } from "../contract/manifest.gen.js";

/** An auth scheme or a feature names its handler once, and needs no entry in `taps`. */
export const declaredTaps = ({ taps = [], contributes = {} }: Manifest): readonly Tap[] => [
  ...(contributes.authSchemes ?? []).map(({ id, handler, band }): Tap => {
    return { hook: "beforeSend", handler, band, when: { authType: id } };
  }),
  ...(contributes.features ?? []).flatMap(({ id, handler, phase }): readonly Tap[] =>
    handler === undefined ? [] : [{ hook: "buildWorkflow", handler, phase, when: { feature: id } }],
  ),
  ...taps,
];

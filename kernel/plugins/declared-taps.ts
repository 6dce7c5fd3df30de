// The taps of a plugin: those that its auth schemes and features imply, and those that its manifest lists.

import type { Manifest, Tap } from "../contract/manifest.gen.js";

/** An auth scheme or a feature names its handler once, and needs no entry in `taps`. */
const impliedTaps = ({ contributes = {} }: Manifest): readonly Tap[] => [
  ...(contributes.authSchemes ?? []).map(({ id, handler, band }): Tap => {
    return { hook: "beforeSend", handler, band, when: { authType: id } };
  }),
  ...(contributes.features ?? []).flatMap(({ id, handler, phase = "condition" }): readonly Tap[] =>
    handler === undefined ? [] : [{ hook: "buildWorkflow", handler, phase, when: { feature: id } }],
  ),
];

export const declaredTaps = (manifest: Manifest): readonly Tap[] => [
  ...impliedTaps(manifest),
  ...(manifest.taps ?? []),
];

const phaseOf = (tap: Tap): string | undefined => (tap.hook === "buildWorkflow" ? tap.phase : undefined);

function repeats(tap: Tap, implied: Tap): boolean {
  if (tap.handler !== implied.handler || phaseOf(tap) !== phaseOf(implied)) return false;
  const filter: Readonly<Record<string, unknown>> = tap.when ?? {};
  return Object.entries(implied.when ?? {}).every(([name, id]) => filter[name] === id);
}

/** The places in `taps` whose handler would run twice, because an auth scheme or a feature names it already. */
export function repeatedTaps(manifest: Manifest): readonly number[] {
  const implied = impliedTaps(manifest);
  return (manifest.taps ?? []).flatMap((tap, index) =>
    implied.some((one) => repeats(tap, one)) ? [index] : [],
  );
}

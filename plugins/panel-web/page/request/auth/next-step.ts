// What a person does next with a profile whose scheme has actions, such as a sign-in. Pure.

import type { Operation, Profile } from "@pictor/client";

/** The sentence, or undefined if nothing is left to do. `operation` is the last action of the profile. */
export function nextStep(profile: Profile, operation: Operation | undefined): string | undefined {
  const { actions, missing = [], state, needsSignIn, refreshable = false } = profile;
  const [main] = actions;
  if (main === undefined || operation?.state === "running") return undefined;
  if (operation?.state === "failed") {
    const failed = actions.find(({ id }) => operation.kind === `profile.${id}`);
    if (failed?.input !== undefined && !failed.input.secret)
      return `Correct ${failed.input.title} and try again, or fill in the fields by hand.`;
    return failed === undefined ? undefined : `Check the fields below, then press ${failed.title} again.`;
  }
  if (state === "missing") {
    const fields = missing.length === 0 ? "the fields below" : missing.join(", ");
    return `Next: fill in ${fields}, then press ${main.title}.`;
  }
  if ((state === "signed-out" && needsSignIn) || (state === "expired" && !refreshable))
    return `Next: press ${main.title}.`;
  if (state === "signed-out")
    return `Next: press ${main.title}, or send: the first request gets a token by itself.`;
  return undefined;
}

// Refuses a member of a request that nothing reads: a program in plain JavaScript may have misspelt it.

import { didYouMean, fault, type GenerateRequest } from "@pictor/kernel";

const members = {
  workflow: true,
  params: true,
  features: true,
  backend: true,
  count: true,
  batches: true,
  continues: true,
  directory: true,
  savesTexts: true,
  owner: true,
  priority: true,
  runningLimit: true,
  retry: true,
  notBeforeMs: true,
  noteSent: true,
  interaction: true,
  signal: true,
} satisfies Readonly<Record<keyof GenerateRequest, true>>;

/** Throws `SETTINGS_INVALID` for the first unknown member. */
export function requireKnownMembers(request: GenerateRequest): void {
  const unknown = Object.keys(request).find((name) => !Object.hasOwn(members, name));
  if (unknown === undefined) return;
  const known = Object.keys(members);
  const expected = `one of the members ${known.map((name) => JSON.stringify(name)).join(", ")}`;
  const found = `the unknown member ${JSON.stringify(unknown)}`;
  const suggestion = didYouMean(unknown, known);
  throw fault("SETTINGS_INVALID", { where: "the request", pointer: "#", expected, found, suggestion });
}

// Streams a file from the member that has it.

import { didYouMean, fault, type CallOptions, type OutputFile } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { fileOfMember } from "../events/translate.js";

/** The member that has a file. Throws `BACKEND_MEMBER_UNKNOWN` if the pool has no such member. */
export function placeOfFile(
  { members, name }: Pick<Core, "members" | "name">,
  file: OutputFile,
): NonNullable<ReturnType<typeof fileOfMember>> {
  const names = [...members.keys()];
  const place = fileOfMember(file, names);
  if (place !== undefined) return place;
  const member = file.member ?? "(none)";
  const suggestion = didYouMean(member, names);
  throw fault("BACKEND_MEMBER_UNKNOWN", { backend: name, member, known: names.join(", "), suggestion });
}

export async function* fetchOutput(
  core: Core,
  file: OutputFile,
  options: CallOptions = {},
): AsyncIterable<Uint8Array> {
  const place = placeOfFile(core, file);
  const member = core.members.get(place.member);
  if (member === undefined) return;
  const backend = await member.open(options.signal);
  yield* backend.fetchOutput(place.file, options);
}

// Streams a file from the member that has it.

import { unknownMember } from "@pictor/farm";
import { fault, type CallOptions, type OutputFile } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { fileOfMember } from "../events/translate.js";
import type { Member } from "../members/member.js";

/** The member that has a file, and the file as that member knows it. Throws `BACKEND_MEMBER_UNKNOWN`. */
export function placeOfFile(
  { members, name }: Pick<Core, "members" | "name">,
  file: OutputFile,
): { readonly member: Member; readonly file: OutputFile } {
  const names = [...members.keys()];
  const place = fileOfMember(file, names);
  const member = place && members.get(place.member);
  if (member === undefined || place === undefined) throw unknownMember(name, file.member ?? "(none)", names);
  return { member, file: place.file };
}

/** An uploaded file, or an input of the first member that has one of this name. */
async function* fetchInput(core: Core, file: OutputFile, options: CallOptions): AsyncIterable<Uint8Array> {
  const { filename, subfolder } = file;
  const stored = core.uploads.find(subfolder === "" ? filename : `${subfolder}/${filename}`);
  if (stored !== undefined) {
    yield* stored.file.open();
    return;
  }
  for (const member of core.members.values()) {
    if (!member.isReady()) continue;
    const pieces = member.current()?.fetchOutput(file, options)[Symbol.asyncIterator]();
    const first = await pieces?.next().catch(() => {
      options.signal?.throwIfAborted();
      return undefined;
    });
    if (pieces === undefined || first === undefined) continue;
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
    } finally {
      // The reader may have left before the end.
      await pieces.return?.();
    }
    return;
  }
  throw fault("BACKEND_FILE_GONE", { filename, status: 404 });
}

export async function* fetchOutput(
  core: Core,
  file: OutputFile,
  options: CallOptions = {},
): AsyncIterable<Uint8Array> {
  if (file.area === "input" && file.member === undefined) {
    yield* fetchInput(core, file, options);
    return;
  }
  const place = placeOfFile(core, file);
  const backend = await place.member.open(options.signal);
  yield* backend.fetchOutput(place.file, options);
}

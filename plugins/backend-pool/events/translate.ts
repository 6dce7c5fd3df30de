// Translates what a member says about a prompt: the id of the pool for that of the member, and the member for each file. Pure.

import type { OutputFile, PromptState } from "@pictor/kernel/plugin";
import type { PromptEvent } from "@pictor/prompt-life";

/** A member of a member is named by both, joined by a slash. */
const withMember = (file: OutputFile, member: string): OutputFile => ({
  ...file,
  member: file.member === undefined ? member : `${member}/${file.member}`,
});

/** The member that has a file, by `withMember`, and the file as that member knows it. `members` are the names of all. */
export function fileOfMember(
  file: OutputFile,
  members: Iterable<string>,
): { readonly member: string; readonly file: OutputFile } | undefined {
  const { member: path = "", ...rest } = file;
  // The longest name that fits: names may have slashes.
  const [member] = [...members]
    .filter((name) => path === name || path.startsWith(`${name}/`))
    .sort((one, other) => other.length - one.length);
  if (member === undefined) return undefined;
  const inner = path.slice(member.length + 1);
  return { member, file: inner === "" ? rest : { ...rest, member: inner } };
}

export const eventOfPool = (event: PromptEvent, promptId: string, member: string): PromptEvent =>
  event.type === "output"
    ? { ...event, promptId, files: event.files.map((file) => withMember(file, member)) }
    : { ...event, promptId };

export const stateOfPool = <State extends PromptState>(state: State, member: string): State =>
  "outputs" in state ? { ...state, outputs: state.outputs.map((file) => withMember(file, member)) } : state;

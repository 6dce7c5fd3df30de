// Where ComfyUI's clients find a file: its name, its subfolder and its type. The first folder names the member that has the
// file, so that files of two members never collide, and `/view` finds the file again.

import type { FileReference } from "@pictor/comfyui-graph";
import { mediaTypeOf } from "@pictor/kernel/plugin";
import type { OutputFile } from "@pictor/kernel/plugin";

/** The name of a member as one folder: a slash in it is escaped, and so is a name that consists of dots. */
const folderOf = (member: string): string =>
  /^\.+$/.test(member) ? member.replaceAll(".", "%2E") : encodeURIComponent(member);

export const locationOf = ({ filename, subfolder, area, member }: OutputFile): FileReference => ({
  filename,
  subfolder:
    member === undefined ? subfolder : [folderOf(member), ...(subfolder === "" ? [] : [subfolder])].join("/"),
  type: area,
});

function memberOf(folder: string): string | undefined {
  try {
    return decodeURIComponent(folder);
  } catch {
    return undefined;
  }
}

/** The file at a location. `hasMembers`: the first folder of an output is a member of the backend. */
export function fileAt({ filename, subfolder, type }: FileReference, hasMembers: boolean): OutputFile {
  const file = { node: "", filename, subfolder, area: type, mime: mediaTypeOf(filename), address: "" };
  const [first = "", ...rest] = subfolder.split("/");
  const member = hasMembers && type !== "input" && first !== "" ? memberOf(first) : undefined;
  return member === undefined ? file : { ...file, subfolder: rest.join("/"), member };
}

/** Whether a subfolder leads out of the folder of its area. */
export const isOutside = (subfolder: string): boolean =>
  /^[\\/]|^[A-Za-z]:|\0/.test(subfolder) || subfolder.split(/[\\/]/).includes("..");

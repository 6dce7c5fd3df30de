// Classes that the catalogue does not have, and the extension that the file says they come from. Pure.

import type { EditorNode } from "../editor/types.js";
import { textOf } from "../fields.js";
import type { MissingClass } from "./types.js";

/** Versions of extensions are numbers with dots, or the hash of a commit, which no range can name. */
const exactVersion = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;
/** Digits alone may be a date, unless there are as many as in a whole hash. */
const commitHash = /^(?:(?!\d+$)[0-9a-f]{7,39}|[0-9a-f]{40})$/i;

/** The registry id of the server itself. */
export const coreId = "comfy-core";

/** `cnr_id` is the id in the registry, `aux_id` the repository of an extension that is not in it, as `owner/name`. */
export function missingClass({ type, properties }: EditorNode): MissingClass {
  const id = textOf(properties["cnr_id"]) ?? textOf(properties["aux_id"])?.toLowerCase();
  const written = textOf(properties["ver"]) ?? "";
  const version = exactVersion.exec(written)?.[1];
  return {
    nodeClass: type,
    ...(id !== undefined && id !== "" && { extension: id }),
    range: version === undefined ? "*" : `>=${version}`,
    ...(commitHash.test(written) && { commit: written.toLowerCase() }),
  };
}

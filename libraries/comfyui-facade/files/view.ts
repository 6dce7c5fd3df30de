// `/view`: sends a file of a member, or an uploaded one.

import { dispositionHeader, servedTypeOf } from "@pictor/comfyui-server/wire";
import { PictorError } from "@pictor/kernel/plugin";
import type { CallOptions, OutputFile } from "@pictor/kernel/plugin";
import { empty, type Answer } from "../http/answer.js";
import { rememberedFile, type Facade } from "../state/facade-state.js";
import { fileAt, refusalOf, type FileLocation } from "../wire/file-location.js";

const areas = ["output", "input", "temp"] as const;

/** A name can carry its type as `name.png [input]`. */
export function locationIn(
  filename: string,
  { subfolder, type }: { readonly subfolder?: string | undefined; readonly type?: string | undefined },
): FileLocation | undefined {
  const [, name = filename, marked = type] = /^(.*) \[(input|output|temp)\]$/s.exec(filename) ?? [];
  const area = areas.find((known) => known === (marked === "" || marked === undefined ? "output" : marked));
  return area === undefined ? undefined : { filename: name, subfolder: subfolder ?? "", type: area };
}

export const fileOf = (facade: Facade, location: FileLocation): OutputFile =>
  rememberedFile(facade, location) ?? fileAt(location, facade.backend.facets.members !== undefined);

/** Whether the backend does not have the file. */
const isGone = (error: unknown): boolean =>
  error instanceof PictorError && ["BACKEND_FILE_GONE", "BACKEND_MEMBER_UNKNOWN"].includes(error.base);

/** The first piece is read before the answer begins, so that a file that is gone is a 404. */
export async function openFile(
  { backend }: Facade,
  file: OutputFile,
  options: CallOptions,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const pieces = backend.fetchOutput(file, options)[Symbol.asyncIterator]();
  const first = await pieces.next().catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (first === undefined) return undefined;
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
      } finally {
        await pieces.return?.();
      }
    },
  };
}

export async function view(facade: Facade, query: URLSearchParams, options: CallOptions): Promise<Answer> {
  const filename = query.get("filename");
  if (filename === null) return empty(404);
  const location = locationIn(filename, {
    subfolder: query.get("subfolder") ?? undefined,
    type: query.get("type") ?? undefined,
  });
  if (location === undefined) return empty(400);
  const refusal = refusalOf(location);
  if (refusal !== undefined) return empty(refusal);
  const body = await openFile(facade, fileOf(facade, location), options);
  if (body === undefined) return empty(404);
  const name = location.filename.split("/").at(-1) ?? "";
  const { "Content-Disposition": disposition } = dispositionHeader(name);
  const headers = {
    ...{ "content-type": servedTypeOf(name), "content-disposition": disposition },
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body };
}

// What a picture says, as a request to make it again: the best of its records, or the one that is asked for.

import { parseParameters } from "../parameters/text.js";
import type { PictureMetadata } from "../types.js";
import { fromParameters } from "./from-parameters.js";
import { fromRecord } from "./from-record.js";
import { fromStabilityMatrix } from "./stability-matrix/from-project.js";
import { againKinds, type Again, type AgainKind } from "./types.js";

/** What a record of each kind is called before a person. */
export const kindTitles: Readonly<Record<AgainKind, string>> = {
  record: "the record of Pictor",
  "stability-matrix": "a project of Stability Matrix",
  parameters: "the parameters text (A1111)",
  comfy: "a graph of ComfyUI",
};

type Reader = (metadata: PictureMetadata, source: string) => Again | undefined;

/** Undefined where the picture has no such record. */
const readers: Readonly<Record<AgainKind, Reader>> = {
  record: ({ record }) => (record === undefined ? undefined : { request: fromRecord(record) }),
  "stability-matrix": ({ smproj }) => (smproj === undefined ? undefined : fromStabilityMatrix(smproj)),
  parameters: ({ parameters }) => {
    if (parameters === undefined) return undefined;
    const read = parseParameters(parameters);
    // A description of any other origin stands under the same word; without settings nothing can be made again.
    return Object.keys(read.fields).length === 0 ? undefined : { request: fromParameters(read) };
  },
  comfy: ({ prompt, workflow }, source) =>
    prompt === undefined && workflow === undefined
      ? undefined
      : {
          request: {
            ...{ kind: "comfy", workflow: "custom", params: { graph: source }, features: [], count: 1 },
            notes: [],
          },
        },
};

/** The kinds of records that a picture has, best first. */
export const kindsOf = (metadata: PictureMetadata): readonly AgainKind[] =>
  againKinds.filter((kind) => readers[kind](metadata, "") !== undefined);

/**
 * The request that makes the picture again. `source` is its path, which the workflow of a graph reads again. `only`
 * takes the record of that kind and no other. A record that cannot be used gives way to the next one, with a note.
 */
export function requestFrom(metadata: PictureMetadata, source: string, only?: AgainKind): Again {
  const refused: string[] = [];
  let last: Again | undefined;
  for (const kind of only === undefined ? againKinds : [only]) {
    const again = readers[kind](metadata, source);
    if (again === undefined) continue;
    if ("request" in again) {
      const { notes, ...request } = again.request;
      return { request: { ...request, notes: [...metadata.notes, ...refused, ...notes] } };
    }
    refused.push(`Not used: ${again.refusal.reason}.`);
    last ??= again;
  }
  return last ?? { refusal: nothing(metadata, only) };
}

function nothing(metadata: PictureMetadata, only: AgainKind | undefined) {
  const found = kindsOf(metadata).map((kind) => `${kindTitles[kind]} (${kind})`);
  const looked = (only === undefined ? againKinds : [only]).map((kind) => kindTitles[kind]);
  const also = metadata.notes.length === 0 ? "" : ` ${metadata.notes.join(" ")}`;
  if (found.length > 0) {
    return {
      reason: `it does not hold ${looked.join(", ")}`,
      advice: `It holds ${found.join(", ")}.${also}`,
    };
  }
  const advice = `Looked for were ${looked.join(", ")}. Programs that edit or share pictures often take such texts out.`;
  return { reason: "it does not say how it was made", advice: `${advice}${also}` };
}

// The submission of a prompt, as hosts pass it to workers: inside Redis if it is small, else in the store.

import type {
  CallOptions,
  Graph,
  GraphNode,
  InputValue,
  Json,
  NodeId,
  Submission,
} from "@pictor/kernel/plugin";
import { bytesOf, isDigest, type ContentStore, type Digest } from "../store/store.js";
import { pack, unpack } from "./packing.js";

/** What a worker needs for a prompt, and what `fetchSubmission` returns. */
export interface Body {
  readonly graph: Graph;
  /** The nodes whose files are the result. */
  readonly outputs: readonly NodeId[];
  readonly record?: Submission["record"];
  readonly extra?: Readonly<Record<string, Json>>;
}

/** The most bytes of a packed submission that is kept in Redis. */
const longestInline = 2_000;

/** A packed submission begins with this byte, a digest with another one. */
const inlineMark = Buffer.from([0]);

/** Writes the value of the key `body`. */
export async function writeBody(body: Body, store: ContentStore, options?: CallOptions): Promise<Buffer> {
  const packed = pack(body);
  if (packed.length <= longestInline) return Buffer.concat([inlineMark, packed]);
  return Buffer.from(await store.put([packed], options));
}

/** Reads the value of the key `body`. Rejects as the store does, or if the value is none. */
export async function readBody(value: Buffer, store: ContentStore, options?: CallOptions): Promise<Body> {
  if (value[0] === inlineMark[0]) return unpack(value.subarray(1)) as Body;
  const digest = value.toString("latin1");
  if (!isDigest(digest)) throw new Error("the submission is neither packed nor in the store");
  return unpack(await bytesOf(store.get(digest, options))) as Body;
}

const inputName = /^pictor-([0-9a-f]{64})((?:\.\w{1,8})?)$/;

/** The name of an uploaded file in graphs: the digest says where it is in the store. */
export const nameOfInput = (digest: Digest, filename: string): string =>
  `pictor-${digest}${/\.\w{1,8}$/.exec(filename)?.[0].toLowerCase() ?? ""}`;

/** The digest in the name of an uploaded file. */
export const digestOfInput = (name: string): Digest | undefined => inputName.exec(name)?.[1];

/** The uploaded files that a graph names, by their names. */
export function inputsOf(graph: Graph): ReadonlyMap<string, Digest> {
  const values = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs));
  return new Map(
    values.flatMap((value) => {
      const digest = typeof value === "string" ? digestOfInput(value) : undefined;
      return digest === undefined ? [] : [[value as string, digest] as const];
    }),
  );
}

/** Replaces the names of uploaded files by those that a server has given them. */
export function withInputNames(graph: Graph, names: ReadonlyMap<string, string>): Graph {
  if (names.size === 0) return graph;
  const rename = (value: InputValue): InputValue =>
    typeof value === "string" ? (names.get(value) ?? value) : value;
  const renamed = (node: GraphNode): GraphNode => ({
    ...node,
    inputs: Object.fromEntries(Object.entries(node.inputs).map(([name, value]) => [name, rename(value)])),
  });
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, renamed(node)]));
}

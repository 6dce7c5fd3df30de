// The form of a route: a method, a path, and a function from the request to an answer.

import { isString, parseJsonOrUndefined } from "@pictor/kernel/plugin";
import type { DirectRequest, Priority } from "@pictor/kernel/plugin";
import type { Answer } from "../http/answer.js";
import { piecesOf, textOf } from "../http/request-body.js";
import type { Facade } from "../state/facade-state.js";

export interface RouteRequest {
  readonly facade: Facade;
  readonly owner: string | undefined;
  /** The priority of a prompt whose client asks for none. */
  readonly priority: Priority | undefined;
  /** The segments of the path that the pattern leaves open. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: DirectRequest["body"];
  readonly options: { readonly signal?: AbortSignal };
}

export interface Route {
  readonly method: "GET" | "POST";
  /** `/history/*`: a star stands for one segment. */
  readonly path: string;
  readonly answer: (request: RouteRequest) => Answer | Promise<Answer>;
}

/** The parameters if the path fits, otherwise undefined. */
export function fit({ path }: Route, segments: readonly string[]): readonly string[] | undefined {
  const parts = path.split("/").slice(1);
  const fits =
    parts.length === segments.length &&
    parts.every((part, index) => part === "*" || part === segments[index]);
  return fits ? segments.filter((_segment, index) => parts[index] === "*") : undefined;
}

/** The body as JSON of any Content-Type; undefined for anything else. Rejects for a body that is too long. */
export async function readJson({ body, facade }: RouteRequest): Promise<unknown> {
  return parseJsonOrUndefined(await textOf(body, facade.maxBodyBytes));
}

export const streamOf = ({ body, facade }: RouteRequest): AsyncIterable<Buffer> =>
  piecesOf(body, facade.maxBodyBytes);

/** The texts of a list. */
export const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isString) : [];

// What a request works with: the calls of the local API for its caller, and the choices of the backend.

import { ApiError, createClient, type Client } from "@pictor/client";
import type { ApiContext } from "@pictor/kernel/plugin";

export interface Session {
  readonly client: Client;
  /** The caller's token: its id, which no other token has, and its name. */
  readonly caller: Pick<ApiContext["caller"], "id" | "name">;
  /** Name of the backend; undefined for the one that Pictor prefers. */
  readonly backend: string | undefined;
  /** The values that an input of a node class can have; none if the backend does not have the class. */
  choices(nodeClass: string, input: string): Promise<readonly string[]>;
}

const pageSize = 500;

async function readChoices(
  { calls }: Client,
  query: { readonly class: string; readonly input: string; readonly backend?: string },
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await calls.listChoices({
      query: { ...query, limit: pageSize, ...(cursor !== undefined && { cursor }) },
    });
    all.push(...page.choices);
    cursor = page.cursor;
    if (cursor === undefined) return all;
  }
}

export function openSession({ caller, pictor }: ApiContext, backend: string | undefined): Session {
  const { url, fetch } = pictor;
  const client = createClient({ url, token: "", fetch, events: "server-sent" });
  return {
    client,
    caller,
    backend,
    async choices(nodeClass, input) {
      try {
        const query = { class: nodeClass, input, ...(backend !== undefined && { backend }) };
        return await readChoices(client, query);
      } catch (error) {
        if (error instanceof ApiError && error.code === "API_THING_UNKNOWN") return [];
        throw error;
      }
    },
  };
}

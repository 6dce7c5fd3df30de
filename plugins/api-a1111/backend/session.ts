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
  choices(nodeClass: string, input: string, options?: ChoicesOptions): Promise<readonly string[]>;
}

export interface ChoicesOptions {
  /** Whether the backend is asked again, as after files were added to it. Default: false. */
  readonly refresh?: boolean;
}

const pageSize = 500;

async function readChoices(
  { calls }: Client,
  query: {
    readonly class: string;
    readonly input: string;
    readonly backend?: string;
    readonly refresh?: "true";
  },
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

/** The refusal by which a client sees that its token, or the server, has come to its end, and gives up. */
function refusal(): Response {
  const title = "The token was revoked, or the server ends";
  const code = "API_CREDENTIAL_REFUSED";
  return Response.json(
    { type: `urn:pictor:error:${code}`, title, status: 401, detail: `${title}.`, code },
    { status: 401 },
  );
}

/** The calls of the caller, until its token or the server ends: nothing that follows a job then keeps the process alive. */
const endingFetch =
  ({ pictor, signal }: ApiContext): typeof fetch =>
  async (input, init) => {
    if (signal.aborted) return refusal();
    const own = init?.signal;
    return pictor.fetch(input, own ? { ...init, signal: AbortSignal.any([own, signal]) } : init);
  };

export function openSession(context: ApiContext, backend: string | undefined): Session {
  const { caller, pictor } = context;
  const options = { url: pictor.url, token: "", fetch: endingFetch(context) };
  const client = createClient({ ...options, events: "server-sent" });
  return {
    client,
    caller,
    backend,
    async choices(nodeClass, input, { refresh } = {}) {
      try {
        const query = {
          class: nodeClass,
          input,
          ...(backend !== undefined && { backend }),
          ...(refresh === true && { refresh: "true" as const }),
        };
        return await readChoices(client, query);
      } catch (error) {
        if (error instanceof ApiError && error.code === "API_THING_UNKNOWN") return [];
        throw error;
      }
    },
  };
}

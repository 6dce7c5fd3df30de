// The service over HTTP, one function for each call. Replace the paths and bodies by those of your service.

import { fault, parseJson, PictorError, stringifyJson } from "@pictor/kernel/plugin";
import type { CallOptions, Graph, Json, Network, NodeClass, Reply } from "@pictor/kernel/plugin";

export interface Job {
  readonly id: string;
  readonly state: "queued" | "running" | "succeeded" | "interrupted" | "failed";
  readonly ahead?: number;
  readonly files: readonly { readonly node: string; readonly name: string }[];
  readonly error?: string;
  readonly graph: Graph;
  readonly record?: Readonly<Record<string, Json>>;
}
export type Service = ReturnType<typeof createService>;

interface Place {
  readonly baseUrl: string;
  readonly auth: string | undefined;
}

export function createService(network: Network, { baseUrl, auth }: Place) {
  const address = (path: string): string => `${baseUrl.replace(/\/$/, "")}/${path}`;

  /** Resolves to undefined for 404. `BACKEND_UNREACHABLE` and a status of at least 500 are temporary: the kernel tries again. */
  async function call(method: string, path: string, body?: unknown, { signal }: CallOptions = {}) {
    const url = address(path);
    const request = {
      method,
      url,
      ...(auth !== undefined && { auth }),
      ...(body !== undefined && { body: body instanceof Uint8Array ? body : stringifyJson(body) }),
    };
    let reply: Reply;
    try {
      reply = await network.send(request, { signal });
    } catch (error) {
      if (!(error instanceof PictorError) || error.code !== "REQUEST_FAILED") throw error;
      throw fault("BACKEND_UNREACHABLE", { url, reason: "there was no reply" }, { cause: error });
    }
    if (reply.status < 300) return reply;
    await reply.discard();
    const { status } = reply;
    if (status === 404) return undefined;
    if (status === 401 || status === 403)
      throw auth === undefined
        ? fault("AUTH_REQUIRED", { where: url, status })
        : fault("AUTH_REJECTED", { where: url, auth, status });
    const details = { method, url, found: `status ${status}`, expected: "status 200" };
    throw fault("BACKEND_REPLY", details, { more: { status } });
  }
  const json = async <Value>(reply: Reply | undefined): Promise<Value | undefined> =>
    reply === undefined ? undefined : (parseJson(await reply.text()) as Value);

  return {
    address,
    classes: async (options?: CallOptions) =>
      (await json<readonly NodeClass[]>(await call("GET", "classes", undefined, options))) ?? [],
    jobs: async (options?: CallOptions) =>
      (await json<readonly Job[]>(await call("GET", "jobs", undefined, options))) ?? [],
    job: async (id: string, options?: CallOptions) =>
      json<Job>(await call("GET", `jobs/${encodeURIComponent(id)}`, undefined, options)),
    start: async (job: Pick<Job, "id" | "graph" | "record">, options?: CallOptions) => {
      await (await call("POST", "jobs", job, options))?.discard();
    },
    /** Resolves to undefined if the job is neither queued nor running. */
    cancel: async (id: string, options?: CallOptions) =>
      json<"removed" | "interrupting">(
        await call("DELETE", `jobs/${encodeURIComponent(id)}`, undefined, options),
      ),
    upload: async (name: string, bytes: Uint8Array, options?: CallOptions) => {
      await (await call("PUT", `files/${encodeURIComponent(name)}`, bytes, options))?.discard();
    },
    file: (name: string, options?: CallOptions) =>
      call("GET", `files/${encodeURIComponent(name)}`, undefined, options),
  };
}

// A fake Comfy Registry on loopback: nodes, their versions, and their archives.

import { createServer } from "node:http";
import { listen } from "@pictor/host/testing";
import { onTestFinished } from "vitest";
import { zip, type ZipEntry } from "@pictor/archives/testing";

export interface FakeVersion {
  readonly version: string;
  readonly status?: string;
  readonly deprecated?: boolean;
  readonly entries?: readonly ZipEntry[];
  /** Replaces the archive of `entries`. */
  readonly archive?: Buffer;
  readonly downloadUrl?: string;
}
export interface FakeNode {
  readonly versions: readonly FakeVersion[];
  readonly repository?: string;
}

export interface FakeRegistry {
  readonly url: string;
  /** Requested paths with their queries. */
  readonly requested: string[];
}

/** The test may change `nodes` later. `fails` replaces every reply. */
export async function startRegistry(
  nodes: Record<string, FakeNode>,
  fails?: { readonly status: number },
): Promise<FakeRegistry> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", origin);
    requested.push(request.url ?? "");
    const [, kind, id = "", what] = url.pathname.split("/");
    const node = nodes[id];
    const reply = (status: number, body: string | Buffer) =>
      response.writeHead(status, { "content-length": Buffer.byteLength(body) }).end(body);
    if (fails !== undefined) return reply(fails.status, "");
    if (node === undefined) return reply(404, "{}");
    const rows = node.versions.map((one) => ({
      version: one.version,
      status: one.status ?? "NodeVersionStatusActive",
      deprecated: one.deprecated ?? false,
      downloadUrl: one.downloadUrl ?? `${origin}/archives/${id}/${one.version}`,
    }));
    const findVersion = (version: string | null | undefined) =>
      node.versions.find((one) => one.version === version);
    if (kind === "archives") {
      const found = findVersion(what);
      return reply(200, found?.archive ?? zip(found?.entries ?? []));
    }
    if (what === "versions") {
      const wanted = url.searchParams.getAll("statuses");
      return reply(200, JSON.stringify(rows.filter(({ status }) => wanted.includes(status))));
    }
    if (what === "install") {
      const row = rows.find(({ version }) => version === url.searchParams.get("version"));
      return reply(row === undefined ? 404 : 200, JSON.stringify(row ?? {}));
    }
    reply(200, JSON.stringify({ id, status: "NodeStatusActive", repository: node.repository }));
  });
  const { origin, close } = await listen(server);
  onTestFinished(close);
  return { url: origin, requested };
}

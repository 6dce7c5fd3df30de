// The client of the registry, with replies that the registry gives and replies that it should not give.

import type { Network } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { RegistryClient, usableVersions } from "./registry-client.js";

interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
}

function stage(answer: (url: URL) => Reply, address = "https://user:pass@registry.example/") {
  const asked: string[] = [];
  const network = {
    send: ({ url }: { readonly url: string }) => {
      asked.push(url);
      const { status = 200, json, text = JSON.stringify(json) } = answer(new URL(url));
      return Promise.resolve({ status, text: () => Promise.resolve(text), discard: () => Promise.resolve() });
    },
  };
  return { client: new RegistryClient({ network: network as unknown as Network, address }), asked };
}
const row = (version: string, status: string, more: object = {}) => ({
  version,
  status: `NodeVersionStatus${status}`,
  ...more,
});
const rows: readonly ({ readonly version: string; readonly status?: string } | null)[] = [
  row("3.0.0", "Flagged"),
  row("2.1.0", "Pending"),
  row("2.0.0", "Active", { deprecated: true }),
  row("1.0.0", "Active"),
  row("0.9.0", "Banned"),
  row("0.8.0", "Deleted"),
  row("", "Active"),
  { version: "0.7.0" },
  null,
];

it("asks for versions that are active or not yet examined", async () => {
  const { client, asked } = stage(({ searchParams }) => ({
    json: rows.filter((one) => one?.status && searchParams.getAll("statuses").includes(one.status)),
  }));
  expect(await client.versions("a b")).toEqual(["2.1.0", "1.0.0"]);
  expect(asked).toEqual([
    "https://user:pass@registry.example/nodes/a%20b/versions?statuses=NodeVersionStatusActive&statuses=NodeVersionStatusPending",
  ]);
});

it.each([
  [rows, ["2.1.0", "1.0.0"]],
  [{ versions: rows }, []],
  [undefined, []],
])("uses only those, whatever is answered: %#", (reply, versions) => {
  expect(usableVersions(reply)).toEqual(versions);
});

it("knows no versions and no extension where the registry has none", async () => {
  const { client } = stage(() => ({ status: 404 }));
  expect(await client.versions("a")).toEqual([]);
  expect(await client.node("a")).toBeUndefined();
});

it("is not asked without an address", async () => {
  const { client, asked } = stage(() => ({ json: {} }), "");
  expect(await client.node("a")).toBeUndefined();
  expect(await client.versions("a")).toEqual([]);
  expect(asked).toEqual([]);
});

it.each([
  [
    { id: "Acme", repository: "https://r.example/acme" },
    { id: "Acme", repository: "https://r.example/acme" },
  ],
  [{ id: "Acme", repository: "", status: "NodeStatusActive" }, { id: "Acme" }],
  [{ id: "Acme", status: "NodeStatusBanned" }, undefined],
  [{ id: "Acme", status: "NodeStatusDeleted" }, undefined],
])("%j is the extension %j", async (json, node) => {
  expect(await stage(() => ({ json })).client.node("acme")).toEqual(node);
});

it.each<readonly [Reply, string, RegExp]>([
  [{ status: 403 }, "EXTENSION_SOURCE_REFUSED", /has banned it/],
  [{ status: 500 }, "EXTENSION_INDEX_UNREADABLE", /status 500/],
  [{ text: "<html>" }, "EXTENSION_INDEX_UNREADABLE", /not JSON/],
  [{ json: [] }, "EXTENSION_INDEX_UNREADABLE", /not about an extension/],
])("%j is an error without the credentials of the address", async (reply, code, words) => {
  const error: unknown = await stage(() => reply)
    .client.node("acme")
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code, message: expect.stringMatching(words) as string });
  expect(String(error)).not.toContain("pass");
});

it.each([
  [row("1.0.0", "Active", { downloadUrl: "https://r.example/a.zip" }), "https://r.example/a.zip"],
  [row("1.0.0", "Pending", { downloadUrl: "https://r.example/a.zip" }), "https://r.example/a.zip"],
  [row("1.0.0", "Flagged", { downloadUrl: "https://r.example/a.zip" }), undefined],
  [row("1.0.1", "Active", { downloadUrl: "https://r.example/a.zip" }), undefined],
  [row("1.0.0", "Active"), undefined],
])("%j is downloaded from %s", async (json, address) => {
  const asking = stage(() => ({ json })).client.downloadAddress("acme", "1.0.0");
  if (address === undefined)
    await expect(asking).rejects.toThrow("does not offer version 1.0.0 for download");
  else expect(await asking).toBe(address);
});

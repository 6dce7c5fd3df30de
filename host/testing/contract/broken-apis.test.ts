// Each rule of APIs and panels catches the plugin that breaks it, and no other rule does.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api, Plugin } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { pluginContract } from "./plugin-contract.js";
import type { ContractSource } from "./rule.js";
import type { ApiSample } from "./samples.js";

/** The rules that failed, with their sentences, and those that were not checked, with the reason. */
async function endingsOf(source: ContractSource): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const { id, run } of pluginContract(source)) {
    const ending = await run().catch((error: unknown) => ({ notChecked: (error as Error).message }));
    if (ending !== undefined) found[id] = ending.notChecked;
  }
  return found;
}

const common = {
  manifestVersion: 1,
  version: "1.0.0",
  apiVersion: "^1.0.0",
  title: "Broken",
  description: "B",
};

describe("an API", () => {
  const whole = {
    fetch: async (request: Request, { pictor }: Parameters<Api["fetch"]>[1]) => {
      if (new URL(request.url).pathname !== "/broken/list") return new Response("", { status: 404 });
      return pictor.fetch("/v1/workflows");
    },
    upgrade: () => ({ open: () => ({ message: () => undefined, close: () => undefined }) }),
    problem: ({ title }: { readonly title: string }) => ({ error: title }),
  };
  const good: ApiSample = {
    requests: [{ path: "/broken/list" }, { path: "/broken/other", status: 404 }],
    pages: { "/v1/workflows": { body: `{"workflows":[]}` } },
  };
  const apiOf = (changed: object = {}, sample: ApiSample = good): ContractSource => {
    const api = { id: "broken", prefix: "/broken", title: "Broken", scopes: ["read"], webSocket: true };
    const names = { ...common, id: "api-broken", kind: "api", main: "./index.js" };
    const plugin: Plugin = () => ({ provides: { apis: { broken: { ...whole, ...changed } } } });
    return {
      manifest: { ...names, contributes: { apis: [api] } },
      plugin,
      samples: { apis: { broken: sample } },
    };
  };

  it("that answers passes every rule", async () => {
    expect(await endingsOf(apiOf())).toEqual({});
  });

  it("without samples says what contract.js can name", async () => {
    expect(await endingsOf(apiOf({}, {}))).toEqual({
      "api-samples": "contract.js has no requests for broken: { apis: { broken: { requests: [{ path }] } } }",
    });
  });

  it.each<[what: string, rule: string, changed: object, text: RegExp]>([
    [
      "answers nothing to a body that is no JSON",
      "api-answers",
      {
        fetch: async (request: Request, context: never) =>
          request.method === "POST" ? ((await request.json()) as never) : whole.fetch(request, context),
      },
      /^the API broken answers POST \/broken\/contract-check with the body "\{" with the exception ".*JSON.*"; expected a Resp/,
    ],
    [
      "answers a known request with another status",
      "api-samples",
      { fetch: () => new Response("", { status: 404 }) },
      /^the API broken answers GET \/broken\/list with status 404; expected a status below 400$/,
    ],
    [
      "accepts a handshake without handlers",
      "api-upgrades",
      { upgrade: () => true },
      /^the API broken answers a handshake with a boolean: true; expected a Response, \{ open \}, or an error/,
    ],
    [
      "refuses with a promise",
      "api-problems",
      { problem: () => Promise.resolve({}) },
      /^problem\(\) of the API broken returns a promise; expected the JSON body of a refusal$/,
    ],
  ])("that %s", async (_what, rule, changed, text) => {
    expect(await endingsOf(apiOf(changed))).toEqual({ [rule]: expect.stringMatching(text) });
  });
});

describe("a panel", () => {
  const root = mkdtempSync(join(tmpdir(), "pictor-broken-panels-"));
  let count = 0;
  function panelOf(page: string): string {
    const folder = join(root, String(count++));
    mkdirSync(folder);
    const panel = { id: "broken", title: "Broken", description: "B", scopes: ["read"] };
    const manifest = { ...common, id: "panel-broken", kind: "panel", contributes: { panels: [panel] } };
    writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "README.md"), "# Broken\n");
    writeFileSync(join(folder, "index.html"), page);
    return folder;
  }

  it("with one file passes every rule", async () => {
    const page = `<!doctype html><script type="module">import { openPanel } from "/pictor/client.js";</script>`;
    expect(await endingsOf(panelOf(page))).toEqual({});
  });

  it.each([
    ["panel-files", `<script src="gone.js"></script>`, /names "gone\.js": expected the file gone\.js in/],
    [
      "panel-policy",
      `<p onclick="go()">`,
      /:1: expected a script that calls addEventListener, found the att/,
    ],
  ])("%s", async (rule, page, text) => {
    expect(await endingsOf(panelOf(page))).toEqual({ [rule]: expect.stringMatching(text) });
  });
});

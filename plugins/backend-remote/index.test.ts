// The plugin provides what its manifest declares, and closes what it opened.

import { readFile } from "node:fs/promises";
import type { PluginContext } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { createFakeClock, silentLogger } from "@pictor/host/testing";
import plugin from "./index.js";
import { testNetwork } from "./testing/test-network.js";

const signal = new AbortController().signal;

function contextOf(releases: (() => unknown)[], permissions: Pick<PluginContext, "network">): PluginContext {
  const onDispose = (release: () => unknown): void => void releases.push(release);
  const context: Partial<PluginContext> = {
    id: "backend-remote",
    apiVersion: "1.0.0",
    config: {},
    logger: silentLogger,
    clock: createFakeClock(),
    hide: () => undefined,
    signal,
    onDispose,
    ...permissions,
  };
  return context as PluginContext;
}

test("the plugin provides the backend kinds of its manifest", async () => {
  const manifest = JSON.parse(await readFile(new URL("./plugin.json", import.meta.url), "utf8")) as {
    readonly contributes: { readonly backends: readonly { readonly id: string }[] };
  };
  const parts = await plugin(contextOf([], { network: testNetwork }));
  expect(Object.keys(parts.provides?.backends ?? {})).toEqual(
    manifest.contributes.backends.map(({ id }) => id),
  );
});

test("instances are closed with the plugin", async () => {
  const releases: (() => unknown)[] = [];
  const parts = await plugin(contextOf(releases, { network: testNetwork }));
  const settings = { baseUrl: "http://127.0.0.1:9/", apiPrefix: "/api" };
  const backend = await parts.provides?.backends?.["remote"]?.open(settings, { name: "a", signal });
  await Promise.all(releases.map((release) => release()));
  await expect(backend?.info()).rejects.toThrow("aborted");
});

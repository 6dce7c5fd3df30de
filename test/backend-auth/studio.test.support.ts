// A studio for tests: a real embedded server behind a proxy with a gate, and a kernel with it as a remote backend.

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import type { JobEvent } from "@pictor/host";
import type { OutputFile } from "@pictor/kernel";
import { createTestFolder, createTestPictor } from "@pictor/host/testing";
import { startEmbeddedServer, type EmbeddedServer } from "@pictor/backend-embedded/testing";
import { startProvider, type ProviderOptions } from "./provider.test.support.js";
import { startProxy, type Gate } from "./proxy.test.support.js";

const folder = join(import.meta.dirname, "../../plugins");
const plugins = readdirSync(folder).map((name) => join(folder, name));

export interface Setup {
  readonly gate?: Gate;
  readonly profile?: Readonly<Record<string, unknown>>;
  /** The path of the server below the proxy's origin; default `/`. */
  readonly base?: string;
  /** Plugins in addition to the built-in ones. */
  readonly others?: Parameters<typeof createTestPictor>[0]["plugins"];
}

/** An error as a debugger and a JSON log would print it, including causes. */
export function shown(value: unknown): string {
  const cause = value instanceof Error && value.cause !== undefined ? shown(value.cause) : "";
  const all = { depth: 20, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null };
  const text = (_key: string, entry: unknown) => (typeof entry === "bigint" ? String(entry) : entry);
  return [inspect(value, all), JSON.stringify(value, text), String(value), cause].join("\n");
}

export const findSecrets = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => text.includes(secret));

export function createStudio() {
  const closing: (() => unknown)[] = [];
  const servers: EmbeddedServer[] = [];
  let seed = 0;
  let now = (): number => 0;

  async function server(): Promise<EmbeddedServer> {
    const started = await startEmbeddedServer({ previews: "none" });
    servers.push(started);
    return started;
  }

  async function provider(options: ProviderOptions = {}) {
    const started = await startProvider(() => now(), options);
    closing.push(started.close);
    return started;
  }

  async function open({ gate = () => undefined, profile, base, others = [] }: Setup, more: object = {}) {
    const embedded = servers[0] ?? (await server());
    const proxy = await startProxy(embedded.url, gate, base);
    closing.push(proxy.close);
    const directory = createTestFolder();
    closing.push(() => rmSync(directory, { recursive: true }));
    const studio = { kind: "remote", baseUrl: proxy.url, ...(profile === undefined ? {} : { auth: "team" }) };
    const configuration = {
      backends: { studio, ...more },
      ...(profile === undefined ? {} : { profiles: { team: profile } }),
    };
    const { pictor, clock, log, dispose } = await createTestPictor({
      plugins: [...plugins, ...others],
      directory,
      configuration,
    });
    closing.push(dispose);
    now = clock.now;

    return {
      embedded,
      proxy,
      pictor,
      log,
      clock,
      /** Generates an image that no other run has generated. `on` may wait: events are read one after another. */
      async run({
        on = () => undefined,
        backend = "studio",
        again = false,
      }: {
        readonly on?: (event: JobEvent) => unknown;
        readonly backend?: string;
        readonly again?: boolean;
      } = {}) {
        if (!again) seed++;
        const params = { prompt: "a lighthouse", width: 64, height: 64, steps: 2, seed: String(seed) };
        const generation = pictor.generate({ workflow: "txt2img", params, directory, backend });
        const events: JobEvent[] = [];
        for await (const event of generation.events) {
          events.push(event);
          await on(event);
        }
        return { result: await generation.result, events };
      },
      /** The bytes on the server. */
      async fetched(file: OutputFile, from = "studio"): Promise<Buffer> {
        const { backend } = await pictor.openBackend(from);
        const chunks: Uint8Array[] = [];
        for await (const chunk of backend.fetchOutput(file)) chunks.push(chunk);
        return Buffer.concat(chunks);
      },
    };
  }

  const tidy = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  return {
    server,
    /** Uses the clock of the latest kernel. */
    provider,
    open,
    /** Ends everything except the servers, which the tests of a file share. */
    tidy,
    async close(): Promise<void> {
      await tidy();
      for (const started of servers.splice(0)) {
        await started.close();
        rmSync(started.directory, { recursive: true });
      }
    },
  };
}
export type Studio = Awaited<ReturnType<ReturnType<typeof createStudio>["open"]>>;

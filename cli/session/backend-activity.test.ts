// Notes about the start of a server, without a live line.

import type { Pictor } from "@pictor/host";
import type { Backend, InstanceState, LogLine } from "@pictor/kernel";
import { expect, it } from "vitest";
import { createTerminal } from "../output/terminal.js";
import { fakeStreams } from "../testing/fake-streams.js";
import { isStarted, showActivity } from "./backend-activity.js";

const beganMs = 1000;
const url = "http://127.0.0.1:8188/";
const kernelOf = (state: InstanceState): Pick<Pictor, "openBackend"> => ({
  openBackend: (name = "studio") => {
    const part: Partial<Backend> = {
      facets: { lifecycle: { state: () => Promise.resolve(state), restart: () => Promise.resolve() } },
    };
    const instance = { name, kind: "managed", origin: "configured" } as const;
    const backend = part as Backend;
    return Promise.resolve({ instance, backend });
  },
});

const say = (plugin: string, message: string): LogLine => ({ level: "info", plugin, message });

it.each([
  ["is started", { state: "starting", url, owner: "this" }, "Starting the server of studio.\n"],
  ["has started", { state: "running", url, owner: "this", since: 1001 }, "Starting the server of studio.\n"],
  ["ran before", { state: "running", url, owner: "nobody", since: 999 }, ""],
  ["was started earlier by another program", { state: "starting", url, owner: "other", since: 999 }, ""],
] as const)("the note for a server that %s", async (_name, state, expected) => {
  const streams = fakeStreams(false);
  const terminal = createTerminal(streams, {});
  const instances = {
    names: ["studio"],
    isStarted: (name: string) => isStarted(kernelOf(state), name, beganMs),
  };
  showActivity(say("backend-managed", "studio: Total VRAM 24 GB"), terminal, instances);
  showActivity(say("backend-managed", "studio: Python 3.12"), terminal, instances);
  await new Promise((resolve) => setImmediate(resolve));
  expect(streams.written.err).toBe(expected);
});

it("prints other lines of a backend plugin unchanged, and no lines of other plugins", () => {
  const streams = fakeStreams(false);
  const terminal = createTerminal(streams, {});
  const instances = { names: ["studio"], isStarted: () => Promise.resolve(true) };
  showActivity(say("backend-managed", 'The server of "studio" is restarted: so'), terminal, instances);
  showActivity(say("output-files", "studio: saved"), terminal, instances);
  expect(streams.written.err).toBe('The server of "studio" is restarted: so\n');
});

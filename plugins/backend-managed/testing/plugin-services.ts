// The services of a host for tests, from a plugin that hands out its context.

import { fileURLToPath } from "node:url";
import type { Network, PluginContext, RunProgram } from "@pictor/kernel/plugin";
import { createTestPictor, manifestOf } from "@pictor/host/testing";

/** Services as the host gives them to this plugin: they run real processes and send real requests. */
export interface TestServices {
  readonly run: RunProgram;
  readonly network: Network;
  /** Opens the kind remote. */
  readonly backends: PluginContext["backends"];
  dispose(): Promise<void>;
}

export async function openServices(): Promise<TestServices> {
  let received: PluginContext | undefined;
  const permissions = ["process", "network", "backends"].map((name) => ({ name, reason: "It is a test." }));
  const { pictor, dispose } = await createTestPictor({
    plugins: [
      fileURLToPath(new URL("../../backend-remote", import.meta.url)),
      {
        manifest: manifestOf("panel-probe", "panel", {
          title: "Probe",
          description: "Hands its context to a test",
          permissions,
        }),
        plugin: (context) => {
          received = context;
          return {};
        },
      },
    ],
  });
  await pictor.load("panel-probe");
  if (received === undefined) throw new Error("the plugin was not loaded");
  const { run, network, backends } = received;
  return { run, network, backends, dispose };
}

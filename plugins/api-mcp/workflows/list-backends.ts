// The tool list_backends: the servers that make images, and whether they answer.

import type { Backend, Client } from "@pictor/client";
import { withTimeout, type Clock } from "@pictor/kernel/plugin";
import { flag, inputs, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";

/** Time that a backend has to answer, in milliseconds. */
const patienceMs = 5_000;

const noAnswer = (): { readonly state: string } => ({ state: "no answer within 5 seconds" });

async function stateOf(calls: Client["calls"], { name }: Backend, clock: Clock): Promise<object> {
  const asked = calls
    .readBackend({ params: { name } })
    .then(({ isReachable, info, error }) => ({
      state: isReachable ? "ready" : "not reachable",
      ...(info !== undefined && {
        product: info.title,
        version: info.version,
        ...(info.notice !== undefined && { notice: info.notice }),
        ...(info.devices !== undefined && { devices: info.devices.map((device) => device.name) }),
      }),
      ...(error !== undefined && { error: error.what }),
    }));
  return withTimeout(clock, patienceMs, asked, noAnswer);
}

export const listBackends = defineTool({
  name: "list_backends",
  title: "List backends",
  description:
    "Lists the backends (the servers that make images) with their kinds, and asks each whether it answers. The default is used " +
    "when generate_image names none. The kind embedded runs inside Pictor and simulates results; it needs no model.",
  scope: "read",
  annotations: reads,
  input: inputs({ check: flag("Whether each backend is asked for its state", { default: true }) }),
  output: output(
    {
      default: text("Name of the backend that is used when a call names none"),
      backends: list(
        output(
          {
            name: text("The name, for the argument backend"),
            kind: text("remote, managed, embedded, ..."),
            state: text("Whether it answers now: ready, not reachable, or no answer within 5 seconds"),
            product: text("What it says of itself"),
            version: text("Version of its server"),
            notice: text("A limitation, such as simulated results"),
            devices: list(text("Name"), "What it computes on"),
            error: text("Why it is not reachable"),
          },
          ["name", "kind"],
        ),
        "The backends",
      ),
    },
    ["backends"],
  ),
  async run({ check = true }, { client, clock }) {
    const { backends, default: used } = await client.calls.listBackends();
    const views = await Promise.all(
      backends.map(async (backend) => ({
        name: backend.name,
        kind: backend.kind,
        ...(check && (await stateOf(client.calls, backend, clock))),
      })),
    );
    return { data: { ...(used !== undefined && { default: used }), backends: views } };
  },
});

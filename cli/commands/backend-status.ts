// `pictor backend status`: opens one instance and shows what it says of itself.

import { exitCode, type ExitCode } from "../exit-codes.js";
import { withKernel } from "../host.js";
import { oneLine } from "../output/plain-text.js";
import { table } from "../output/table.js";
import type { Invocation } from "../program.js";

export const backendStatus = (name: string | undefined, invocation: Invocation): Promise<ExitCode> =>
  withKernel(invocation, async ({ kernel, terminal, signal }) => {
    const { instance, backend } = await kernel.openBackend(name);
    const info = await backend.info({ signal });
    if (terminal.json) {
      terminal.record({ type: "result", status: "finished", exitCode: 0, instance, backend: info });
      return exitCode("finished");
    }
    const rows = [
      ["name", `${instance.name} (${instance.origin})`],
      ["kind", info.kind],
      ["backend", info.title],
      ["version", info.version],
      ["auth", instance.auth ?? "none"],
      ["facets", info.facets.length === 0 ? "none" : info.facets.join(", ")],
      ...(info.notice === undefined ? [] : [["notice", info.notice]]),
    ];
    terminal.result(table(rows.map((row) => row.map(oneLine))));
    return exitCode("finished");
  });

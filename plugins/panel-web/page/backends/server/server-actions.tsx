// Buttons to start, stop and restart a server. If jobs would be lost, the operation asks a question.

import type { Backend, ServerState } from "@pictor/client";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { sentenceCase } from "../../parts/texts.js";
import { useCommands } from "../../shell/commands.js";
import { goToBackend } from "../data/backends-place.js";
import { backendData } from "../data/backend-data.js";
import { useStart } from "../operations/backend-operations.js";
import { AttemptNote } from "../../parts/attempt-note.js";

type Act = "start" | "stop" | "restart";

/** The actions that make sense in a state of the server. A server that Pictor did not start can only be restarted. */
function actsIn(server: ServerState["state"] | undefined, actions: readonly string[]): readonly Act[] {
  const all: readonly Act[] = ["start", "stop", "restart"];
  const fitting: Readonly<Record<ServerState["state"], readonly Act[]>> = {
    absent: [],
    stopped: ["start"],
    crashed: ["start"],
    starting: ["stop"],
    running: ["restart", "stop"],
  };
  return (server === undefined ? all : fitting[server]).filter((act) => actions.includes(act));
}

export function ServerActions({ backend: { name } }: { readonly backend: Backend }) {
  const { attempt, isTaken, start } = useStart(name);
  const status = backendData(name).status.state.value.value;
  const params = { name };
  const run = (act: Act) => () => start(() => calls()[`${act}Backend`]({ params, body: {} }));
  const { server, actions = [] } = status ?? {};
  const acts = actsIn(server?.state, actions);
  const needsInstall = server?.state === "absent" && actions.includes("install");
  useCommands(
    acts.map((act) => ({
      id: `backends.${act}`,
      title: `${sentenceCase(act)} ${name}`,
      isAvailable: () => !isTaken,
      run: run(act),
    })),
  );
  return (
    <>
      <div class="row">
        {acts.map((act) => (
          <Button
            key={act}
            {...(act === "start" && { look: "primary" as const })}
            disabled={isTaken}
            onClick={run(act)}
          >
            {sentenceCase(act)}
          </Button>
        ))}
        {needsInstall && (
          <Button look="primary" onClick={() => goToBackend(name, "installation")}>
            Install…
          </Button>
        )}
      </div>
      <AttemptNote of={attempt} />
    </>
  );
}

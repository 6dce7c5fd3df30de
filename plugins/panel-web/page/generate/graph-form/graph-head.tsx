// What stands above the inputs of a graph: what of it is missing, and the button that saves it as a workflow.

import type { ExtensionCheck, GraphForm } from "@pictor/client";
import { useId } from "preact/hooks";
import { calls } from "../../api/session.js";
import { CheckTable, InstallMissing } from "../../backends/extensions/check-table.js";
import {
  BackendOperations,
  useOperationChanges,
  useStart,
} from "../../backends/operations/backend-operations.js";
import { AttemptNote, Waiting } from "../../parts/attempt-note.js";
import { draft } from "../../draft/current-draft.js";
import { currentBackend } from "../backend/current-backend.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { Table } from "../../parts/table.js";
import { openDialog } from "../../shell/open-dialog.js";
import {
  chosenGraph,
  graphError,
  graphForm,
  graphNeeds,
  isReadingGraph,
  readGraph,
  stopReading,
} from "./graph-state.js";

/** The extensions that provide the missing classes, with a button that installs them. */
function MissingClasses({ name, needs }: { readonly name: string; readonly needs: ExtensionCheck }) {
  const { attempt, isTaken, start } = useStart(name);
  const body = { workflow: draft.value.workflow, params: { graph: chosenGraph.value } };
  return (
    <>
      <CheckTable check={needs} />
      <AttemptNote of={attempt} />
      <InstallMissing
        canInstall={needs.canInstall}
        isBusy={isTaken}
        onInstall={() => start(() => calls().installMissingExtensions({ params: { name }, body }))}
      />
      <BackendOperations name={name} />
    </>
  );
}

function MissingFiles({ missing }: { readonly missing: GraphForm["missing"] }) {
  return (
    <Table
      look="check-table"
      caption="Missing files"
      titles={["Node", "File", "What to do"]}
      rows={missing.map(({ path, title, value }) => ({
        key: path,
        cells: [
          title,
          <code class="break">{value}</code>,
          "Choose another below, or add the file to the backend.",
        ],
      }))}
    />
  );
}

/** The classes and files of the graph that the backend does not have. */
function Missing({ name }: { readonly name: string }) {
  const heading = useId();
  useOperationChanges(name, () => void readGraph());
  const needs = graphNeeds.value;
  const { missing = [], unknownClasses = [] } = graphForm.value ?? {};
  const isComplete = needs === undefined || needs.isComplete;
  // Without a check, such as on a backend without extensions, only their names are known.
  const unchecked = needs === undefined ? unknownClasses : [];
  if (isComplete && missing.length === 0 && unchecked.length === 0) return null;
  return (
    <section class="stack" aria-labelledby={heading}>
      <h2 id={heading}>What the backend does not have</h2>
      {!isComplete && <MissingClasses {...{ name, needs }} />}
      {unchecked.length > 0 && <p class="break">{`Node classes: ${unchecked.join(", ")}.`}</p>}
      {missing.length > 0 && <MissingFiles missing={missing} />}
    </section>
  );
}

const saveWorkflow = (): void =>
  openDialog(async () => (await import("./save-workflow.js")).SaveWorkflow, {});

export function GraphHead() {
  const name = currentBackend.value;
  if (chosenGraph.value === undefined)
    return (
      <p class="muted small">
        Drop a workflow (JSON) or an image of ComfyUI on the page to see its inputs here.
      </p>
    );
  return (
    <div class="card stack graph-head">
      {isReadingGraph.value && <Waiting waitsFor={name ?? "a backend"} stop={stopReading} />}
      <ErrorNote error={graphError.value} onRetry={() => void readGraph()} />
      {name !== undefined && <Missing name={name} />}
      {graphForm.value !== undefined && <Button onClick={saveWorkflow}>Save as your workflow…</Button>}
    </div>
  );
}

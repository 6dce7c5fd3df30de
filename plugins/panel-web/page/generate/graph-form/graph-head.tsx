// What stands above the inputs of a graph: what of it is missing, and the button that saves it as a workflow.

import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { CheckTable } from "../../backends/extensions/check-table.js";
import {
  BackendOperations,
  runningOn,
  useOperationChanges,
} from "../../backends/operations/backend-operations.js";
import { useAttempt } from "../../parts/use-attempt.js";
import { draft } from "../../draft/current-draft.js";
import { currentBackend } from "../backend/backend-health.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { chosenGraph, graphError, graphForm, graphNeeds, isReadingGraph, readGraph } from "./graph-state.js";
import { SaveWorkflow } from "./save-workflow.js";

/** The extensions that provide the missing classes, with a button that installs them. */
function Needs({ name }: { readonly name: string }) {
  const { error, isBusy, attempt } = useAttempt();
  const needs = graphNeeds.value;
  useOperationChanges(name, () => void readGraph());
  if (needs === undefined || needs.isComplete) return null;
  const body = { workflow: draft.value.workflow, params: { graph: chosenGraph.value } };
  return (
    <section class="stack" aria-label="What the graph needs">
      <CheckTable check={needs} />
      {error !== undefined && <ErrorNote error={error} />}
      <div>
        <Button
          look="primary"
          disabled={!needs.canInstall || isBusy || runningOn(name) !== undefined}
          {...(!needs.canInstall && { title: "The backend cannot install this. The table says what to do." })}
          onClick={() => {
            void attempt(() => calls().installMissingExtensions({ params: { name }, body }));
          }}
        >
          Install what is missing
        </Button>
      </div>
      <BackendOperations name={name} />
    </section>
  );
}

function MissingChoices() {
  const missing = graphForm.value?.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <table class="check-table">
      <caption>What the backend does not have</caption>
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col">File</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {missing.map(({ path, title, value }) => (
          <tr key={path}>
            <td data-title="Node">{title}</td>
            <td data-title="File">
              <code class="break">{value}</code>
            </td>
            <td data-title="What to do">Choose another below, or add the file to the backend.</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function GraphHead() {
  const [isSaving, setSaving] = useState(false);
  const name = currentBackend.value;
  if (chosenGraph.value === undefined)
    return (
      <p class="muted small">
        Drop a workflow (JSON) or an image of ComfyUI on the page to see its inputs here.
      </p>
    );
  return (
    <div class="stack graph-head">
      {isReadingGraph.value && (
        <p class="muted late" role="status">
          Reading the graph…
        </p>
      )}
      {graphError.value !== undefined && (
        <ErrorNote error={graphError.value} onRetry={() => void readGraph()} />
      )}
      {name !== undefined && <Needs name={name} />}
      <MissingChoices />
      {graphForm.value !== undefined && (
        <div>
          <Button
            onClick={() => {
              setSaving(true);
            }}
          >
            Save as your workflow…
          </Button>
        </div>
      )}
      {isSaving && (
        <SaveWorkflow
          onClose={() => {
            setSaving(false);
          }}
        />
      )}
    </div>
  );
}

// The dialog that saves the graph in the form as a workflow of the user, and asks before it replaces one.

import type { Workflow } from "@pictor/client";
import { workflowOf, workflows } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { paramsOf } from "../../draft/draft.js";
import { settingsSchema } from "../../dialect/schema.js";
import { showToast } from "../../parts/toasts.js";
import type { Closable } from "../../shell/open-dialog.js";
import { currentBackend } from "../backend/current-backend.js";
import { showWorkflow } from "../base/catalog.js";
import { SaveAs } from "../base/save-as.js";
import { pinnedOf, setPinned } from "../../draft/pins.js";
import { chosenGraph, graphForm } from "./graph-state.js";
import { workflowIdOf } from "./workflow-id.js";

async function save(id: string, title: string, signal: AbortSignal): Promise<void> {
  const [graph, { backend, workflow }] = [chosenGraph.peek(), draft.peek()];
  if (graph === undefined) return;
  const { seed: _seed, graph: _graph, ...params } = paramsOf(draft.peek());
  const inputs = settingsSchema(graphForm.peek()?.inputs ?? { properties: {} });
  const shown = pinnedOf(workflow).filter((path) => path in inputs.properties);
  const body = { title, graph, params, shown, ...(backend !== undefined && { backend }) };
  const { isLoaded } = await calls().saveWorkflow({ params: { id }, body, signal });
  if (!isLoaded) {
    showToast(`${title} is saved. It appears in the menu when the running jobs have ended.`);
    return;
  }
  await workflows.load();
  setPinned(id, []);
  showWorkflow(id);
  showToast(`${title} is saved, and is in the menu of workflows.`);
}

const knownBy = (name: string): Workflow | undefined => workflowOf(workflowIdOf(name));

function foreignFault(name: string): string | undefined {
  const known = knownBy(name);
  return known === undefined || known.isOwn === true
    ? undefined
    : `The name ${known.id} belongs to the workflow ${known.title}. Choose another.`;
}

export const SaveWorkflow = ({ onClose }: Closable) => (
  <SaveAs
    title="Save as your workflow"
    noun="workflow"
    placeholder="Portraits, soft light"
    maxLength={80}
    waitsFor={currentBackend.value}
    takenBy={(name) => knownBy(name)?.title}
    faultOf={foreignFault}
    about={(name) =>
      name === "" ? (
        "The values of the form become its defaults. What you have pinned is among its basic settings."
      ) : (
        <>
          The command runs it as <code>{`pictor generate ${workflowIdOf(name)}`}</code>, and other programs
          find it as <code>{workflowIdOf(name)}</code>.
        </>
      )
    }
    save={(title, signal) => save(workflowIdOf(title), title, signal)}
    onClose={onClose}
  />
);

// The dialog that saves the graph in the form as a workflow of the user, and asks before it replaces one.

import { useState } from "preact/hooks";
import { workflows } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { paramsOf } from "../../draft/draft.js";
import { settingsSchema } from "../../dialect/schema.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { InputField } from "../../parts/field.js";
import { showToast } from "../../parts/toasts.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { currentBackend } from "../backend/backend-health.js";
import { knownWorkflows, showWorkflow } from "../base/catalog.js";
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
    showToast(`${title} is saved. It stands in the menu when the running jobs have ended.`);
    return;
  }
  await workflows.load();
  setPinned(id, []);
  showWorkflow(id);
  showToast(`${title} is saved, and stands in the menu of workflows.`);
}

export function SaveWorkflow({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState("");
  const [asked, setAsked] = useState<string>();
  const attempt = useAttempt(currentBackend.value);
  const id = workflowIdOf(title.trim());
  const known = knownWorkflows.value.find((each) => each.id === id);
  const isForeign = known !== undefined && known.isOwn !== true;
  const isAsking = known !== undefined && asked === id;
  const submit = (): void => {
    if (title.trim() === "" || isForeign || attempt.isBusy) return;
    if (known !== undefined && !isAsking) {
      setAsked(id);
      return;
    }
    void attempt.run(async (signal) => {
      await save(id, title.trim(), signal);
      onClose();
    });
  };
  return (
    <Dialog title="Save as your workflow" onClose={onClose}>
      <div class="stack">
        <InputField
          label="Name"
          fault={
            isForeign ? `The name ${id} belongs to the workflow ${known.title}. Choose another.` : undefined
          }
          about={
            title.trim() === "" ? (
              "The values of the form become its defaults. What you have pinned stands among its basic settings."
            ) : (
              <>
                The command runs it as <code>{`pictor generate ${id}`}</code>, and other programs find it as{" "}
                <code>{id}</code>.
              </>
            )
          }
          autofocus
          maxLength={80}
          placeholder="Portraits, soft light"
          value={title}
          onText={setTitle}
          onEnter={(event) => {
            event.preventDefault();
            submit();
          }}
        />
        <p role="status" class="warning">
          {isAsking ? `There is a workflow named ${known.title}. Saving replaces it.` : ""}
        </p>
        <AttemptNote of={attempt} />
        <div class="row">
          <Button
            look="primary"
            disabled={title.trim() === "" || isForeign || attempt.isBusy}
            onClick={submit}
          >
            {isAsking ? `Replace ${known.title}` : "Save"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

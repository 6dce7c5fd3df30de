// The name of the form's workflow in the top bar, with a menu of all workflows: those used last, the user's own, the
// others by use.

import type { Workflow } from "@pictor/client";
import { knownWorkflows, workflows } from "../../api/catalog.js";
import { acceptTexts } from "../../api/guards.js";
import { calls } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { Menu } from "../../parts/menu.js";
import { showToast } from "../../parts/toasts.js";
import { storedSignal } from "../../shell/stored.js";
import { showWorkflow, workflow } from "../base/catalog.js";
import { showFailure } from "./submission.js";
import { menuGroups, withRecent } from "./workflow-order.js";

const recent = storedSignal<readonly string[]>("recentWorkflows", [], acceptTexts);

async function forget({ id }: Workflow): Promise<void> {
  await calls().deleteWorkflow({ params: { id } });
  showWorkflow("txt2img");
  await workflows.load();
}

/** Deletes a workflow that the user has saved. Its images and jobs stay. */
const forgetWorkflow = (own: Workflow): void =>
  showToast(`Delete the workflow ${own.title}? The command and other programs lose it too.`, {
    text: "Delete",
    run: () => void forget(own).catch(showFailure),
  });

export function WorkflowMenu() {
  const title = workflow.value?.title ?? draft.value.workflow;
  const own = workflow.value?.isOwn === true ? workflow.value : undefined;
  return (
    <Menu
      name={`Workflow: ${title}`}
      look="pill"
      side="left"
      search="Search the workflows"
      hasCaret
      label={title}
      items={[
        ...menuGroups(knownWorkflows.value, recent.value).flatMap(({ group, entries }) =>
          entries.map(({ id, title: text, description }) => ({
            id,
            group,
            text: id === workflow.value?.id ? `${text} ✓` : text,
            description,
            run: () => {
              recent.value = withRecent(recent.value, id);
              showWorkflow(id);
            },
          })),
        ),
        own && {
          id: "/delete",
          group: "This workflow",
          text: `Delete ${own.title}…`,
          run: () => forgetWorkflow(own),
        },
      ]}
    />
  );
}

// The name of the form's workflow in the top bar, with a menu of all workflows: those used last, the user's own, the
// others by use.

import { isTextList } from "../../api/guards.js";
import { draft } from "../../draft/current-draft.js";
import { Menu } from "../../parts/menu.js";
import { storedSignal } from "../../shell/stored.js";
import { knownWorkflows, showWorkflow, workflow } from "../base/catalog.js";
import { forgetWorkflow } from "./forget-workflow.js";
import { menuGroups, withRecent } from "./workflow-order.js";

const recent = storedSignal<readonly string[]>("recentWorkflows", [], (kept) =>
  isTextList(kept) ? kept : undefined,
);

export function WorkflowMenu() {
  const title = workflow.value?.title ?? draft.value.workflow;
  const own = workflow.value?.isOwn === true ? workflow.value : undefined;
  return (
    <Menu
      name={`Workflow: ${title}`}
      look="pill"
      side="left"
      search="Search the workflows"
      label={
        <>
          <span class="ellipsis">{title}</span>
          <span aria-hidden="true">▾</span>
        </>
      }
      items={[
        ...menuGroups(knownWorkflows.value, recent.value).flatMap(({ group, entries }) =>
          entries.map(({ id, title: text, description }) => ({
            id,
            group,
            text: id === workflow.value?.id ? `${text} ✓` : text,
            ...(description !== undefined && { description }),
            run: () => {
              recent.value = withRecent(recent.value, id);
              showWorkflow(id);
            },
          })),
        ),
        ...(own === undefined
          ? []
          : [
              {
                id: "/delete",
                group: "This workflow",
                text: `Delete ${own.title}…`,
                run: () => forgetWorkflow(own),
              },
            ]),
      ]}
    />
  );
}

// The name of the form's workflow in the top bar, with a menu of all workflows and their descriptions.

import { draft } from "../../draft/current-draft.js";
import { withWorkflow } from "../../draft/draft.js";
import { Menu } from "../../parts/menu.js";
import { defaultsOf, settingsSchema } from "../../dialect/schema.js";
import { knownWorkflows, workflow } from "../base/catalog.js";
import { formError, formFaults } from "./submission.js";

export function WorkflowMenu() {
  const title = workflow.value?.title ?? draft.value.workflow;
  return (
    <Menu
      name={`Workflow: ${title}`}
      look="pill"
      side="left"
      label={
        <>
          <span class="ellipsis">{title}</span>
          <span aria-hidden="true">▾</span>
        </>
      }
      items={knownWorkflows.value.map(({ id, title: text, description, params }) => ({
        id,
        text: id === workflow.value?.id ? `${text} ✓` : text,
        ...(description !== undefined && { description }),
        run: () => {
          const names = Object.keys(settingsSchema(params).properties);
          draft.value = withWorkflow(draft.value, id, names, defaultsOf(workflow.value?.params));
          formFaults.value = [];
          formError.value = undefined;
        },
      }))}
    />
  );
}

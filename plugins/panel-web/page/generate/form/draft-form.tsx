// The form of the view: the settings of the workflow, the number of images, the features.

import { useEffect, useRef } from "preact/hooks";
import { workflows } from "../../api/catalog.js";
import { FormToolsContext } from "../../dialect/tools.js";
import { faultsAt } from "../../dialect/values.js";
import { draft } from "../../draft/current-draft.js";
import { paramsOf, withParams } from "../../draft/draft.js";
import { Fields } from "../../form/fields.js";
import { lazy } from "../../parts/lazy.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { loadCatalog, workflow, workflowSchema } from "../base/catalog.js";
import { graphForm, shownSchema } from "../graph-form/graph-state.js";
import { formValues, isGraphSchema, paramsOfForm } from "../graph-form/merge-form.js";
import { FeatureList } from "./feature-list.js";
import { formTools } from "./form-tools.js";
import { JobFields } from "./job-fields.js";
import { faultFocus, formFaults } from "./submission.js";

const pointer = "/params";
const GraphHead = lazy(async () => (await import("../graph-form/graph-head.js")).GraphHead);

/** Moves the focus to a field with a fault whenever a submission comes back with faults, or the user follows an error. */
function useFaultFocus(form: { readonly current: HTMLElement | null }): void {
  const focus = faultFocus.value;
  useEffect(() => {
    if (focus === undefined) return;
    const { pointer: target } = focus;
    // A form that was folded away is shown in the next frame.
    const frame = requestAnimationFrame(() => {
      const field =
        target === undefined
          ? form.current
          : form.current?.querySelector(`[data-pointer="${CSS.escape(target)}"]`);
      const control =
        field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        field?.querySelector<HTMLElement>("input, select, textarea, button");
      control?.focus();
      control?.scrollIntoView({ block: "nearest" });
    });
    return () => cancelAnimationFrame(frame);
  }, [focus]);
}

export function DraftForm() {
  const form = useRef<HTMLDivElement>(null);
  useFaultFocus(form);
  const schema = shownSchema.value;
  const inputs = graphForm.value;
  const params = paramsOf(draft.value);
  const faults = faultsAt(formFaults.value, pointer);
  return (
    <FormToolsContext.Provider value={formTools}>
      <div class="stack" ref={form}>
        {isGraphSchema(workflowSchema.value) && <GraphHead />}
        {schema !== undefined && (
          <Fields
            {...{ schema, faults, pointer }}
            key={workflow.value?.id}
            values={inputs === undefined ? params : formValues(params, inputs)}
            after={<JobFields />}
            onChange={(next) => {
              draft.value = withParams(draft.value, inputs === undefined ? next : paramsOfForm(next, inputs));
            }}
          >
            <FeatureList />
          </Fields>
        )}
        <LoadedPart resource={{ ...workflows, load: loadCatalog }} what="the workflows">
          {() =>
            schema === undefined && (
              <p class="muted">
                No plugin offers the workflow {draft.value.workflow}. Choose another one, or enable its
                plugin.
              </p>
            )
          }
        </LoadedPart>
      </div>
    </FormToolsContext.Provider>
  );
}

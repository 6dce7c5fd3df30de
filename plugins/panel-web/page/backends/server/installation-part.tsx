// The installation of a server: all steps are listed before the first one runs. Another version can be chosen.

import type { Backend, InstallPlan } from "@pictor/client";
import { useState } from "preact/hooks";
import { shownFault } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/field.js";
import { Icon } from "../../parts/icon.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { useOperationChanges, useStart } from "../operations/backend-operations.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { TextInput } from "../../parts/text-input.js";

type Step = InstallPlan["steps"][number];

function StepEntry({ step: { title, detail, state, problem: found } }: { readonly step: Step }) {
  const problem = found && shownFault(found);
  const isDone = state === "done";
  const [look, icon] = isDone
    ? (["good", "check"] as const)
    : problem === undefined
      ? (["muted", "plus"] as const)
      : (["error", "warning"] as const);
  return (
    <li class="row at-top">
      <span class={look} role="img" aria-label={isDone ? "Done" : "To do"}>
        <Icon name={icon} />
      </span>
      <div class="grow stack tight">
        <span>{title}</span>
        {problem !== undefined && (
          <p class="error">
            {problem.text} {problem.hint}
          </p>
        )}
        {detail.map((line, index) => (
          <code key={index} class="muted block break">
            {line}
          </code>
        ))}
      </div>
    </li>
  );
}

function Plan({ name, plan }: { readonly name: string; readonly plan: InstallPlan }) {
  const { attempt, isTaken, start } = useStart(name);
  const { steps, isComplete, logFile } = plan;
  const hasProblem = steps.some(({ problem }) => problem !== undefined);
  const done = steps.filter(({ state }) => state === "done").length;
  return (
    <section class="stack" aria-label="Installation">
      <p class="muted">
        {isComplete
          ? "Everything is installed."
          : `${done} of ${steps.length} steps are done. Finished steps are kept after a failure.`}
      </p>
      <ol class="stack">
        {steps.map((step) => (
          <StepEntry key={step.id} step={step} />
        ))}
      </ol>
      {logFile !== undefined && (
        <p class="small muted">
          {"Output of the tools: "}
          <code class="break">{logFile}</code>
        </p>
      )}
      <AttemptNote of={attempt} />
      {!isComplete && (
        <Button
          look="primary"
          disabled={isTaken || hasProblem}
          onClick={() => start(() => calls().installBackend({ params: { name }, body: {} }))}
        >
          {done === 0 ? "Install" : "Continue the installation"}
        </Button>
      )}
    </section>
  );
}

function Update({ name }: { readonly name: string }) {
  const [to, setTo] = useState("");
  const { attempt, isTaken, start } = useStart(name);
  return (
    <section class="stack tight" aria-label="Update">
      <h3>Another version</h3>
      <Field
        label="Version"
        about="A tag, a branch or a commit. If the new version does not start, the old one is restored."
      >
        {(control) => (
          <div class="row">
            <TextInput
              {...control}
              look="mono grow"
              placeholder="The version in the settings"
              value={to}
              onText={setTo}
            />
            <Button
              disabled={isTaken}
              onClick={() =>
                start(() => calls().updateBackend({ params: { name }, body: to === "" ? {} : { to } }))
              }
            >
              Update
            </Button>
          </div>
        )}
      </Field>
      <AttemptNote of={attempt} />
    </section>
  );
}

export function InstallationPart({ backend: { name } }: { readonly backend: Backend }) {
  const plan = useResource((signal) => calls().readInstallPlan({ params: { name }, signal }), [name]);
  useOperationChanges(name, () => void plan.load());
  return (
    <LoadedPart resource={plan} what="the plan">
      {(value) => (
        <div class="stack narrow">
          <Plan name={name} plan={value} />
          {value.steps.some(({ state }) => state === "done") && <Update name={name} />}
        </div>
      )}
    </LoadedPart>
  );
}

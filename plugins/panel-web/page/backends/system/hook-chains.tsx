// The handlers of each hook in the order in which they run. They are read when the user opens them.

import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { ChoiceField } from "../../parts/field.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";

/** The five hooks of Pictor. */
const hooks = ["beforeSend", "buildWorkflow", "beforeFirstBatch", "onEvent", "afterOutput"];

function Chain({ name }: { readonly name: string }) {
  const chain = useResource((signal) => calls().readHook({ params: { name }, signal }), [name]);
  return (
    <LoadedPart resource={chain} what="the handlers">
      {({ entries }) => (
        <ol class="entries">
          {entries.map(({ owner, handler, place, after, when }, index) => (
            <li key={index} class="row wrap entry">
              <span class="muted">{index + 1}</span>
              <span class="grow">
                <code>{`${owner}: ${handler}`}</code>
                <span class="small muted block">
                  {[
                    place,
                    ...(after.length > 0 ? [`after ${after.join(", ")}`] : []),
                    ...Object.entries(when).map(([key, value]) => `${key} = ${String(value)}`),
                  ].join(" · ")}
                </span>
              </span>
            </li>
          ))}
          {entries.length === 0 && <li class="muted">No handler.</li>}
        </ol>
      )}
    </LoadedPart>
  );
}

export function HookChains() {
  const [hook, setHook] = useState("");
  return (
    <section class="stack" aria-label="Hooks">
      <ChoiceField
        label="Handlers of a hook"
        value={hook}
        choices={[["", "None"], ...hooks.map((name) => [name, name] as const)]}
        onChange={setHook}
      />
      {hook !== "" && <Chain name={hook} />}
    </section>
  );
}

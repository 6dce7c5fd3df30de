// The handlers of each hook in the order in which they run. They are read when the user opens them.

import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { Entries, Entry } from "../../parts/entries.js";
import { ChoiceField } from "../../parts/field.js";
import { dotted } from "../../parts/texts.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";

/** The five hooks of Pictor. */
const hooks = ["beforeSend", "buildWorkflow", "beforeFirstBatch", "onEvent", "afterOutput"];

function Chain({ name }: { readonly name: string }) {
  const chain = useResource((signal) => calls().readHook({ params: { name }, signal }), [name]);
  return (
    <LoadedPart resource={chain} what="the handlers">
      {({ entries }) => (
        <Entries of={entries} none="No handler.">
          {({ owner, handler, place, after, when }, index) => (
            <Entry
              key={index}
              title={<code>{`${index + 1}. ${owner}: ${handler}`}</code>}
              facts={[
                dotted(
                  place,
                  after.length > 0 && `after ${after.join(", ")}`,
                  ...Object.entries(when).map(([key, value]) => `${key} = ${String(value)}`),
                ),
              ]}
            />
          )}
        </Entries>
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

// The access to this Pictor: the tokens of programs, and the panels.

import { calls } from "../../api/session.js";
import { Entries, Entry } from "../../parts/entries.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { dotted } from "../../parts/texts.js";
import { useResource } from "../../api/use-resource.js";
import { TokenList } from "./token-list.js";

function Panels() {
  const panels = useResource(async (signal) => (await calls().listPanels({ signal })).panels, []);
  return (
    <section class="stack" aria-labelledby="panels">
      <h3 id="panels">Panels</h3>
      <LoadedPart resource={panels} what="the panels">
        {(all) => (
          <Entries of={all} none="No panel.">
            {({ id, title, description, plugin, scopes, url }) => (
              <Entry
                key={id}
                title={title}
                beside={<code class="muted">{plugin}</code>}
                text={description}
                facts={[dotted(`asks for ${scopes.join(", ")}`, url ?? "not served")]}
              />
            )}
          </Entries>
        )}
      </LoadedPart>
    </section>
  );
}

export function AccessSection() {
  return (
    <div class="stack sections">
      <h2>Access</h2>
      <TokenList />
      <Panels />
    </div>
  );
}

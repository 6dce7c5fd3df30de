// The access to this Pictor: the tokens of programs, and the panels.

import { calls } from "../../api/session.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { TokenList } from "./token-list.js";

function Panels() {
  const panels = useResource(async (signal) => (await calls().listPanels({ signal })).panels, []);
  return (
    <section class="stack" aria-labelledby="panels">
      <h3 id="panels">Panels</h3>
      <LoadedPart resource={panels} what="the panels">
        {(all) => (
          <ul class="entries">
            {all.map(({ id, title, description, plugin, scopes, url }) => (
              <li key={id} class="entry">
                <strong>{title}</strong> <code class="muted">{plugin}</code>
                <span class="small block">{description}</span>
                <span class="small muted block break">
                  {[`asks for ${scopes.join(", ")}`, url ?? "not served"].join(" · ")}
                </span>
              </li>
            ))}
            {all.length === 0 && <li class="muted">No panel.</li>}
          </ul>
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

// One plugin: its folder, its permissions, its contributions, and the positions of its taps in the hooks.

import { calls } from "../../api/session.js";
import { Fact } from "../../parts/facts.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { contributionsOf, permissionsOf } from "./manifest-text.js";

export function PluginDetail({ id }: { readonly id: string }) {
  const plugin = useResource((signal) => calls().readPlugin({ params: { id }, signal }), [id]);
  return (
    <LoadedPart resource={plugin} what="the plugin">
      {({ origin, manifest, taps }) => (
        <dl class="facts">
          <Fact name="Folder">{origin && <code class="break">{origin}</code>}</Fact>
          <Fact name="Permissions">
            {permissionsOf(manifest).map(({ name, reason }) => (
              <p key={name}>
                <strong>{name}</strong> {reason}
              </p>
            ))}
            {permissionsOf(manifest).length === 0 && "none"}
          </Fact>
          {contributionsOf(manifest).map(({ kind, ids }) => (
            <Fact key={kind} name={kind}>
              {ids.join(", ")}
            </Fact>
          ))}
          {taps.length > 0 && (
            <Fact name="Taps">
              {taps.map(({ hook, handler, position, of }) => (
                <p key={`${hook} ${handler}`}>
                  <code>{`${hook}: ${handler}`}</code>{" "}
                  <span class="muted">{position === undefined ? "not called" : `${position} of ${of}`}</span>
                </p>
              ))}
            </Fact>
          )}
        </dl>
      )}
    </LoadedPart>
  );
}

// One plugin: its folder, its permissions, its contributions, and the positions of its taps in the hooks.

import { calls } from "../../api/session.js";
import { LoadedPart } from "../data/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { contributionsOf, permissionsOf } from "./manifest-text.js";

export function PluginDetail({ id }: { readonly id: string }) {
  const plugin = useResource((signal) => calls().readPlugin({ params: { id }, signal }), [id]);
  return (
    <LoadedPart resource={plugin} what="the plugin">
      {({ origin, manifest, taps }) => (
        <dl class="facts">
          {origin !== undefined && (
            <>
              <dt>Folder</dt>
              <dd>
                <code class="break">{origin}</code>
              </dd>
            </>
          )}
          <dt>Permissions</dt>
          <dd>
            {permissionsOf(manifest).map(({ name, reason }) => (
              <p key={name}>
                <strong>{name}</strong> {reason}
              </p>
            ))}
            {permissionsOf(manifest).length === 0 && "none"}
          </dd>
          {contributionsOf(manifest).map(({ kind, ids }) => (
            <>
              <dt key={kind}>{kind}</dt>
              <dd>{ids.join(", ")}</dd>
            </>
          ))}
          {taps.length > 0 && (
            <>
              <dt>Taps</dt>
              <dd>
                {taps.map(({ hook, handler, position, of }) => (
                  <p key={`${hook} ${handler}`}>
                    <code>{`${hook}: ${handler}`}</code>{" "}
                    <span class="muted">
                      {position === undefined ? "not called" : `${position} of ${of}`}
                    </span>
                  </p>
                ))}
              </dd>
            </>
          )}
        </dl>
      )}
    </LoadedPart>
  );
}

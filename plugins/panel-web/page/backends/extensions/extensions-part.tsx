// The extensions of a backend: those that a workflow needs, those that are installed, and those that can be installed.

import type { Backend } from "@pictor/client";
import { calls } from "../../api/session.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { useOperationChanges } from "../operations/backend-operations.js";
import { AvailableExtensions } from "./available-extensions.js";
import { InstalledExtensions } from "./installed-extensions.js";
import { NeededExtensions } from "./needed-extensions.js";

export function ExtensionsPart({ backend: { name } }: { readonly backend: Backend }) {
  const list = useResource((signal) => calls().listExtensions({ params: { name }, signal }), [name]);
  useOperationChanges(name, () => void list.load());
  return (
    <div class="stack sections">
      <NeededExtensions name={name} />
      <section class="stack" aria-labelledby="installed-extensions">
        <h3 id="installed-extensions">Installed</h3>
        <LoadedPart resource={list} what="the extensions">
          {(value) => <InstalledExtensions name={name} list={value} />}
        </LoadedPart>
      </section>
      {list.state.value.value?.actions.includes("install") === true && <AvailableExtensions name={name} />}
    </div>
  );
}

// The configuration files, the secret store and the trust of the project, for reading only.

import type { ConfigurationFile } from "@pictor/client";
import { calls } from "../../api/session.js";
import { Entries, Entry } from "../../parts/entries.js";
import { Bullets, Fact } from "../../parts/facts.js";
import { dotted } from "../../parts/texts.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";

function FileEntry({ file: { file, profiles, backends } }: { readonly file: ConfigurationFile }) {
  const facts = dotted(
    backends.length > 0 && `backends: ${backends.join(", ")}`,
    profiles.length > 0 && `profiles: ${profiles.join(", ")}`,
  );
  return <Entry title={<code>{file}</code>} facts={[facts || "no backends, no profiles"]} />;
}

export function ConfigurationSection() {
  const configuration = useResource((signal) => calls().readConfiguration({ signal }), []);
  return (
    <div class="stack">
      <h2>Configuration</h2>
      <LoadedPart resource={configuration} what="the configuration">
        {({ directory, files, writesTo, outputs, environment, environments, secretStore, trust }) => (
          <>
            <dl class="facts">
              {Object.entries({ Project: directory, "New entries": writesTo, Images: outputs }).map(
                ([name, path]) => (
                  <Fact key={name} name={name}>
                    <code class="break">{path}</code>
                  </Fact>
                ),
              )}
              <Fact name="Secrets">{secretStore}</Fact>
              <Fact name="Environment">
                {environments.length > 0 && `${environment ?? "none"} of ${environments.join(", ")}`}
              </Fact>
              <Fact name="Trust">
                <div class="stack tight">
                  {trust.powers.length === 0
                    ? "The project has nothing that needs trust."
                    : trust.mode === undefined
                      ? "The folder is not trusted."
                      : `The folder is trusted (${trust.mode}).`}
                  {trust.powers.length > 0 && <Bullets texts={trust.powers} />}
                  {trust.untrusted.length > 0 && <span>Not used, because it is not trusted:</span>}
                  {trust.untrusted.length > 0 && <Bullets texts={trust.untrusted} />}
                </div>
              </Fact>
            </dl>
            <h3>Files, the lowest first</h3>
            <Entries of={files} none="There is no configuration file yet.">
              {(file) => <FileEntry key={file.file} file={file} />}
            </Entries>
          </>
        )}
      </LoadedPart>
    </div>
  );
}

// The configuration files, the secret store and the trust of the project, for reading only.

import type { ConfigurationFile } from "@pictor/client";
import { calls } from "../../api/session.js";
import { Fact } from "../../parts/facts.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";

function FileEntry({ file: { file, profiles, backends } }: { readonly file: ConfigurationFile }) {
  const facts = [
    ...(backends.length > 0 ? [`backends: ${backends.join(", ")}`] : []),
    ...(profiles.length > 0 ? [`profiles: ${profiles.join(", ")}`] : []),
  ];
  return (
    <li class="entry">
      <code class="break">{file}</code>
      <span class="small muted block">
        {facts.length === 0 ? "no backends, no profiles" : facts.join(" · ")}
      </span>
    </li>
  );
}

const Texts = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul class="bullets">
    {lines.map((line) => (
      <li key={line} class="break">
        {line}
      </li>
    ))}
  </ul>
);

export function ConfigurationSection() {
  const configuration = useResource((signal) => calls().readConfiguration({ signal }), []);
  return (
    <div class="stack">
      <h2>Configuration</h2>
      <LoadedPart resource={configuration} what="the configuration">
        {({ directory, files, writesTo, outputs, environment, environments, secretStore, trust }) => (
          <>
            <dl class="facts">
              {[
                ["Project", directory] as const,
                ["New entries", writesTo] as const,
                ["Images", outputs] as const,
              ].map(([name, path]) => (
                <Fact key={name} name={name}>
                  <code class="break">{path}</code>
                </Fact>
              ))}
              <Fact name="Secrets">{secretStore}</Fact>
              {environments.length > 0 && (
                <Fact name="Environment">{`${environment ?? "none"} of ${environments.join(", ")}`}</Fact>
              )}
              <Fact name="Trust">
                <div class="stack tight">
                  {trust.powers.length === 0
                    ? "The project has nothing that needs trust."
                    : trust.mode === undefined
                      ? "The folder is not trusted."
                      : `The folder is trusted (${trust.mode}).`}
                  {trust.powers.length > 0 && <Texts lines={trust.powers} />}
                  {trust.untrusted.length > 0 && <span>Not used, because it is not trusted:</span>}
                  {trust.untrusted.length > 0 && <Texts lines={trust.untrusted} />}
                </div>
              </Fact>
            </dl>
            <h3>Files, the lowest first</h3>
            <ul class="entries">
              {files.map((file) => (
                <FileEntry key={file.file} file={file} />
              ))}
              {files.length === 0 && <li class="muted">There is no configuration file yet.</li>}
            </ul>
          </>
        )}
      </LoadedPart>
    </div>
  );
}

// The plugins with their states and problems, and the handlers of each hook.

import type { Plugin } from "@pictor/client";
import { useState } from "preact/hooks";
import { createResource } from "../../api/resource.js";
import { shownFault } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Entries, type Tone } from "../../parts/entries.js";
import { containsWords, counted, dotted } from "../../parts/texts.js";
import { ProblemText } from "../../parts/error-note.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { HookChains } from "./hook-chains.js";
import { PluginDetail } from "./plugin-detail.js";
import { SearchInput } from "../../parts/search-input.js";
import { Unfold } from "../../parts/unfold.js";

const tones: Readonly<Record<string, Tone>> = { failed: "error", disabled: "warning", untrusted: "warning" };

/** Sorts the plugins: those with a problem first, then by name. */
const ordered = (plugins: readonly Plugin[]): readonly Plugin[] => {
  const rank = ({ state }: Plugin): number => (Object.hasOwn(tones, state) ? 0 : 1);
  return [...plugins].sort((one, other) => rank(one) - rank(other) || one.id.localeCompare(other.id));
};

function PluginEntry({ plugin }: { readonly plugin: Plugin }) {
  const { id, title = id, version, state, description, reason } = plugin;
  return (
    <li>
      <Unfold
        look="entry"
        summaryLook="row wrap"
        summary={
          <>
            <span class={`dot ${tones[state] ?? "good"}`} />
            <span class="grow">
              <strong>{title}</strong> <code class="muted">{id}</code>
              <span class="small muted block">{description}</span>
              {reason !== undefined && <span class="small error block break">{reason}</span>}
            </span>
            <span class="small muted">{dotted(version, state)}</span>
          </>
        }
      >
        <PluginDetail id={id} />
      </Unfold>
    </li>
  );
}

function Problems() {
  const problems = useResource(async (signal) => (await calls().listProblems({ signal })).problems, []);
  return (
    <LoadedPart resource={problems} what="the problems">
      {(all) =>
        all.length === 0 ? null : (
          <section class="card stack tight" aria-label="Problems of plugins">
            <h3>{counted(all.length, "problem")}</h3>
            <ul class="stack tight">
              {all.map((problem, index) => (
                <li key={index}>
                  <ProblemText problem={shownFault(problem)} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </LoadedPart>
  );
}

const plugins = createResource(async (signal) => (await calls().listPlugins({ signal })).plugins);

export function PluginsSection() {
  const [text, setText] = useState("");
  const isMatch = ({ id, title = "", description = "" }: Plugin): boolean =>
    containsWords(`${id} ${title} ${description}`, text);
  useResource(() => plugins.load(), []);
  return (
    <div class="stack">
      <h2>Plugins</h2>
      <Problems />
      <SearchInput name="Search plugins" value={text} onText={setText} />
      <LoadedPart resource={plugins} what="the plugins">
        {(all) => (
          <Entries of={ordered(all.filter(isMatch))} none="No plugin matches.">
            {(plugin) => <PluginEntry key={plugin.id} plugin={plugin} />}
          </Entries>
        )}
      </LoadedPart>
      <HookChains />
    </div>
  );
}

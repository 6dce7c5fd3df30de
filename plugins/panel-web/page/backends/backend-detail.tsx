// One backend: how it is, what can be done with its server, and its parts.

import type { Backend } from "@pictor/client";
import type { JSX } from "preact";
import { backends } from "../api/catalog.js";
import { calls } from "../api/session.js";
import { useAttempt } from "../parts/attempt.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { Button } from "../parts/button.js";
import { Tabs, type Tab } from "../parts/tabs.js";
import { showToast } from "../parts/toasts.js";
import { WayLink } from "../parts/error-note.js";
import { sentenceCase } from "../parts/texts.js";
import { wayOf } from "../remedies/way-of.js";
import { kindTitle, useHealth } from "./backend-list.js";
import { backendsPlace, goToBackend } from "./data/backends-place.js";
import { type BackendPart } from "./data/parse-place.js";
import { backendData } from "./data/backend-data.js";
import { isOpenPrompt } from "./data/health.js";
import { ExtensionsPart } from "./extensions/extensions-part.js";
import { FailuresPart } from "./members/failures-part.js";
import { MembersPart } from "./members/members-part.js";
import { BackendOperations } from "./operations/backend-operations.js";
import { OverviewPart } from "./overview-part.js";
import { PromptsPart } from "./prompts/prompts-part.js";
import { InstallationPart } from "./server/installation-part.js";
import { LogPart } from "./server/log-part.js";
import { ServerActions } from "./server/server-actions.js";
import { SettingsPart } from "./settings/settings-part.js";

const parts: Readonly<Record<BackendPart, (props: { readonly backend: Backend }) => JSX.Element | null>> = {
  overview: OverviewPart,
  prompts: PromptsPart,
  members: MembersPart,
  failures: FailuresPart,
  extensions: ExtensionsPart,
  log: LogPart,
  installation: InstallationPart,
  settings: SettingsPart,
};

/** The parts that the backend has, as far as it is known. The one of the address is there also before the server has told it. */
function tabsOf(name: string, chosen: BackendPart): readonly Tab<BackendPart>[] {
  const { state, status, prompts } = backendData(name);
  const { actions = [] } = status.state.value.value ?? {};
  const { facets = [] } = state.state.value.value ?? {};
  const open = (prompts.state.value.value?.prompts ?? []).filter(isOpenPrompt);
  const optional: Partial<Record<BackendPart, boolean>> = {
    members: facets.includes("members"),
    failures: facets.includes("failures"),
    extensions: facets.includes("extensions"),
    log: actions.includes("logs"),
    installation: actions.includes("install"),
  };
  return (Object.keys(parts) as BackendPart[])
    .filter((id) => id === chosen || optional[id] !== false)
    .map((id) => ({ id, title: sentenceCase(id), ...(id === "prompts" && { count: open.length }) }));
}

function MakeDefault({ name }: { readonly name: string }) {
  const attempt = useAttempt();
  const choose = async (): Promise<void> => {
    const { file } = await calls().chooseBackend({ params: { name }, body: {} });
    await backends.load();
    showToast(`${name} is the default now. Saved in ${file}.`);
  };
  return (
    <>
      <Button disabled={attempt.isBusy} onClick={() => void attempt.run(choose)}>
        Make default
      </Button>
      <AttemptNote of={attempt} />
    </>
  );
}

export function BackendDetail({ backend }: { readonly backend: Backend }) {
  const { name, kind } = backend;
  const place = backendsPlace.value;
  const part = place.at === "backend" ? place.part : "overview";
  const { tone, text, more, remedy } = useHealth(name);
  const way = remedy === undefined ? undefined : wayOf(remedy, { backend: name });
  const isDefault = backends.state.value.value?.default === name;
  const Part = parts[part];
  return (
    <article class="stack" aria-labelledby="backend-name">
      <header class="backend-head row wrap at-top">
        <div class="grow stack tight">
          <div class="row wrap">
            <h2 id="backend-name">{name}</h2>
            <span class="pill">{kindTitle(kind)}</span>
            {isDefault && <span class="pill default-mark">default</span>}
          </div>
          <p class="row health" role="status">
            <span class={`dot ${tone}`} />
            <span>
              {text}
              {more !== undefined && <span class="muted">{` · ${more}`}</span>}
            </span>
          </p>
          {way !== undefined && part !== "settings" && <WayLink way={way} />}
        </div>
        {!isDefault && <MakeDefault name={name} />}
        <ServerActions backend={backend} />
      </header>
      <BackendOperations name={name} />
      <Tabs
        name={`Parts of ${name}`}
        tabs={tabsOf(name, part)}
        chosen={part}
        onChoose={(id) => goToBackend(name, id)}
      >
        <Part backend={backend} />
      </Tabs>
    </article>
  );
}

// The list of the backends and of the other sections of the view, such as the plugins.

import type { Backend } from "@pictor/client";
import type { ComponentChildren } from "preact";
import { backendKinds, backends } from "../api/catalog.js";
import { Icon } from "../parts/icon.js";
import { sentenceCase } from "../parts/texts.js";
import { backendsPlace } from "./data/backends-place.js";
import { backendHref, pictorHref, pictorPages, type PictorPage } from "./data/parse-place.js";
import { backendData, knownHealth } from "./data/backend-data.js";
import type { Health } from "./data/health.js";
import { usePolling } from "../api/use-resource.js";
import { useOperationChanges } from "./operations/backend-operations.js";

const everyMs = 10_000;

/** The health of a backend. It is read repeatedly while a component shows it. */
export function useHealth(name: string): Health {
  const data = backendData(name);
  usePolling(data.load, everyMs, [name]);
  useOperationChanges(name, () => void data.load());
  return knownHealth(name);
}

/** The title of a kind without the text in brackets. */
export const kindTitle = (kind: string): string =>
  (backendKinds.state.value.value?.find(({ id }) => id === kind)?.title ?? kind).replace(/ \(.*\)$/, "");

interface EntryProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}
const Entry = ({ href, isCurrent, children }: EntryProps) => (
  <li>
    <a class="backend-entry" href={href} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  </li>
);

function BackendEntry({ backend, isDefault }: { readonly backend: Backend; readonly isDefault: boolean }) {
  const { name, kind } = backend;
  const { tone, text } = useHealth(name);
  const place = backendsPlace.value;
  return (
    <Entry href={backendHref(name)} isCurrent={place.at === "backend" && place.name === name}>
      <span class={`dot ${tone}`} />
      <span class="grow">
        <span class="row">
          <strong class="ellipsis">{name}</strong>
          {isDefault && <span class="pill default-mark">default</span>}
        </span>
        <span class="small muted">{`${kindTitle(kind)} · ${text}`}</span>
      </span>
    </Entry>
  );
}

export function BackendList() {
  const place = backendsPlace.value;
  const { value } = backends.state.value;
  const isAt = (part: PictorPage): boolean => place.at === "pictor" && place.part === part;
  return (
    <nav class="backend-list stack" aria-label="Backends and Pictor">
      <h2>Backends</h2>
      <ul class="stack tight">
        {value?.backends.map((backend) => (
          <BackendEntry key={backend.name} backend={backend} isDefault={backend.name === value.default} />
        ))}
        <Entry href={pictorHref("new")} isCurrent={isAt("new")}>
          <Icon name="plus" />
          <span class="grow">Add a backend</span>
        </Entry>
      </ul>
      <h2>Pictor</h2>
      <ul class="stack tight">
        {pictorPages
          .filter((part) => part !== "new")
          .map((part) => (
            <Entry key={part} href={pictorHref(part)} isCurrent={isAt(part)}>
              <span class="grow">{sentenceCase(part)}</span>
            </Entry>
          ))}
      </ul>
    </nav>
  );
}

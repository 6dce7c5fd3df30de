// A feature in the form: switched on or off, with its settings, moved and removed.

import { useId } from "preact/hooks";
import { signal } from "@preact/signals";
import type { Feature } from "@pictor/client";
import { settingsSchema } from "../../dialect/schema.js";
import { faultsAt } from "../../dialect/values.js";
import { changeDraft, draft } from "../../draft/current-draft.js";
import { changeFeature, moveFeature, withoutFeature, type DraftFeature } from "../../draft/draft.js";
import { Fields } from "../../form/fields.js";
import { Icon } from "../../parts/icon.js";
import { Menu } from "../../parts/menu.js";
import { Switch } from "../../parts/switch.js";
import { dotted } from "../../parts/texts.js";
import { featurePointer } from "./faults.js";
import { formFaults } from "./submission.js";
import { summaryOf } from "./summary.js";

/** Keys of the cards whose settings are shown. */
const openCards = signal<ReadonlySet<string>>(new Set());
const dragged = signal<string | undefined>(undefined);

export function setOpen(key: string, isOpen: boolean): void {
  const next = new Set(openCards.value);
  if (isOpen) next.add(key);
  else next.delete(key);
  openCards.value = next;
}

interface FeatureCardProps {
  readonly entry: DraftFeature;
  /** The feature; undefined if no plugin provides it any more. */
  readonly feature: Feature | undefined;
  readonly index: number;
  readonly count: number;
  /** Whether the workflow accepts the feature. */
  readonly fits: boolean;
}

export function FeatureCard({ entry, feature, index, count, fits }: FeatureCardProps) {
  const { key, id, settings, isOn } = entry;
  const body = useId();
  const title = feature?.title ?? id;
  const schema = feature === undefined ? undefined : settingsSchema(feature.settings);
  const pointer = featurePointer(key);
  const faults = faultsAt(formFaults.value, pointer);
  const isOpen = openCards.value.has(key) || faults.length > 0;
  const move = (step: number): void => {
    draft.value = moveFeature(draft.value, key, step);
  };
  const remove = (): void => changeDraft(withoutFeature(draft.value, key), `${title} removed.`);
  const summary = dotted(
    schema && summaryOf(schema, settings),
    fits ? !isOn && "off" : "left out: not for this workflow",
  );
  return (
    <li
      class={`card feature${isOn && fits ? "" : " is-off"}${dragged.value === key ? " is-dragged" : ""}`}
      data-feature={id}
      onDragOver={(event) => {
        if (dragged.value !== undefined) event.preventDefault();
      }}
      onDrop={(event) => {
        const { value: moved } = dragged;
        const from = draft.value.features.findIndex((each) => each.key === moved);
        if (moved === undefined || from === -1) return;
        event.preventDefault();
        draft.value = moveFeature(draft.value, moved, index - from);
        dragged.value = undefined;
      }}
    >
      <div class="row feature-head">
        <Switch
          aria-label={`Use ${title}`}
          isOn={isOn && fits}
          disabled={!fits}
          onChange={(chosen) => (draft.value = changeFeature(draft.value, key, { isOn: chosen }))}
        />
        <button
          type="button"
          class="bare feature-title grow ellipsis"
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={() => setOpen(key, !isOpen)}
        >
          <strong>{title}</strong> <span class="muted">{summary}</span>
        </button>
        <span
          class="feature-handle"
          draggable
          title="Drag to move, or press Alt with the arrow keys"
          onDragStart={(event) => {
            dragged.value = key;
            event.dataTransfer?.setData("text/plain", title);
          }}
          onDragEnd={() => (dragged.value = undefined)}
          onKeyDown={(event) => {
            const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
            if (!event.altKey || step === undefined) return;
            event.preventDefault();
            move(step);
          }}
        >
          <Menu
            name={`${title}: move or remove`}
            look="button plain icon-only"
            label={<Icon name="handle" />}
            items={[
              { id: "up", text: "Move up", disabled: index === 0, run: () => move(-1) },
              { id: "down", text: "Move down", disabled: index === count - 1, run: () => move(1) },
              { id: "remove", text: "Remove", run: remove },
            ]}
          />
        </span>
      </div>
      <div class="feature-body" id={body} hidden={!isOpen}>
        {isOpen && schema !== undefined && (
          <Fields
            {...{ schema, faults, pointer }}
            values={settings}
            onChange={(next) => (draft.value = changeFeature(draft.value, key, { settings: next }))}
          />
        )}
        {schema === undefined && <p class="muted">No plugin offers {id}. Remove it, or enable its plugin.</p>}
      </div>
    </li>
  );
}

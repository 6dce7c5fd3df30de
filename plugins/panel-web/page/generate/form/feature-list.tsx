// The features of the form in the order in which they are applied, and a menu of the features that fit the workflow.

import { featureOf } from "../../api/catalog.js";
import { draft } from "../../draft/current-draft.js";
import { withFeature } from "../../draft/draft.js";
import { Menu } from "../../parts/menu.js";
import { fittingFeatures, isFitting } from "../base/catalog.js";
import { FeatureCard, setOpen } from "./feature-card.js";

function add(id: string): void {
  draft.value = withFeature(draft.value, id);
  const added = draft.value.features.at(-1)?.key ?? "";
  setOpen(added, true);
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(".feature:last-child .feature-title")?.focus(),
  );
}

export function FeatureList() {
  const { features } = draft.value;
  const fitting = fittingFeatures.value;
  const isUsed = (id: string): boolean => features.some((feature) => feature.id === id);
  if (fitting.length === 0 && features.length === 0) return null;
  return (
    <section class="stack tight" aria-label="Features">
      <div class="row">
        <h2 class="label grow">Features</h2>
        <Menu
          name="Add a feature"
          look="button link"
          label="+ Add"
          search="Search the features"
          items={fitting.map(({ id, title, description, once }) => ({
            id,
            text: title,
            disabled: once && isUsed(id),
            description,
            run: () => add(id),
          }))}
        />
      </div>
      <ul class="stack tight">
        {features.map((entry, index) => (
          <FeatureCard
            key={entry.key}
            {...{ entry, index, count: features.length }}
            feature={featureOf(entry.id)}
            fits={isFitting(entry.id)}
          />
        ))}
      </ul>
    </section>
  );
}

// The details of an image from the journal, each with a copy button.

import type { Picture } from "@pictor/client";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { features, workflows } from "../api/catalog.js";
import { IconButton } from "../parts/button.js";
import { copyText } from "../parts/clipboard.js";
import { titlesIn } from "../dialect/schema.js";
import { Pairs } from "../parts/facts.js";
import { sizeText } from "../parts/size-text.js";
import { featuresOf, settingsOf } from "./differences.js";

interface PartProps {
  readonly title: string;
  readonly copied?: string;
  readonly children: ComponentChildren;
}

function Part({ title, copied, children }: PartProps) {
  const id = useId();
  return (
    <section class="detail" aria-labelledby={id}>
      <div class="row">
        <h3 id={id} class="label grow">
          {title}
        </h3>
        {copied !== undefined && (
          <IconButton icon="copy" name={`Copy: ${title}`} onClick={() => void copyText(copied, title)} />
        )}
      </div>
      {children}
    </section>
  );
}

/** Settings by their titles. */
const titled = (settings: readonly (readonly [string, string])[], schema: unknown) =>
  settings.map(([name, text]) => [titlesIn(schema)(name), text] as const);

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

interface DetailsProps {
  readonly picture: Picture;
  /** Size of the image such as `1024 × 1024`. */
  readonly size?: string;
}

export function Details({ picture, size }: DetailsProps) {
  const { prompt, negative, seed, backend, owner, time, name, bytes, mime } = picture;
  const workflow = (workflows.state.value.value ?? []).find(({ id }) => id === picture.workflow);
  const known = features.state.value.value ?? [];
  const settings = settingsOf(picture);
  const addOns = featuresOf(picture);
  const file = [mime, size, ...(bytes === undefined ? [] : [sizeText(bytes)])].filter(Boolean).join(" · ");
  return (
    <div class="details">
      <Part title="Workflow" copied={picture.workflow}>
        <p>{workflow?.title ?? picture.workflow}</p>
      </Part>
      <Part title="Prompt" copied={prompt}>
        <p class="written" dir="auto">
          {prompt === "" ? <span class="muted">None</span> : prompt}
        </p>
      </Part>
      {negative !== "" && (
        <Part title="Negative prompt" copied={negative}>
          <p class="written" dir="auto">
            {negative}
          </p>
        </Part>
      )}
      {seed !== undefined && (
        <Part title="Seed" copied={seed}>
          <p class="mono">{seed}</p>
        </Part>
      )}
      {settings.length > 0 && (
        <Part title="Settings" copied={json(picture.params)}>
          <Pairs pairs={titled(settings, workflow?.params)} />
        </Part>
      )}
      {addOns.length > 0 && (
        <Part title="Add-ons" copied={json(picture.features)}>
          {addOns.map(({ id, settings: own }, index) => {
            const feature = known.find((each) => each.id === id);
            return (
              <div key={index}>
                <p>{feature?.title ?? id}</p>
                <Pairs pairs={titled(own, feature?.settings)} />
              </div>
            );
          })}
        </Part>
      )}
      {backend !== undefined && (
        <Part title="Backend">
          <p>{backend}</p>
        </Part>
      )}
      {owner !== undefined && (
        <Part title="Requested by">
          <p>{owner}</p>
        </Part>
      )}
      <Part title="Time">
        <p>
          <time dateTime={time}>{new Date(time).toLocaleString()}</time>
        </p>
      </Part>
      <Part title="File" copied={name}>
        <p class="mono">{name}</p>
        <p class="muted small">{file}</p>
      </Part>
    </div>
  );
}

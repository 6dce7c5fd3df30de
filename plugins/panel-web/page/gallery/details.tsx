// The details of an image from the journal, each with a copy button.

import type { Picture } from "@pictor/client";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { featureOf, workflowOf } from "../api/catalog.js";
import { IconButton } from "../parts/button.js";
import { copyText } from "../parts/clipboard.js";
import { titlesIn } from "../dialect/schema.js";
import { Pairs } from "../parts/facts.js";
import { dotted, sizeText } from "../parts/texts.js";
import { featuresOf, settingsOf } from "./differences.js";

interface PartProps {
  readonly title: string;
  readonly copied?: string | undefined;
  /** CSS class of the content. */
  readonly look?: string;
  readonly children: ComponentChildren;
}

/** A detail; nothing without content. */
function Part({ title, copied, look, children }: PartProps) {
  const id = useId();
  if (!children) return null;
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
      <div class={look} dir="auto">
        {children}
      </div>
    </section>
  );
}

/** Settings by their titles. */
const titled = (settings: readonly (readonly [string, string])[], schema: unknown) =>
  settings.map(([name, text]) => [titlesIn(schema)(name), text] as const);

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** What is shown of an image. */
export type ShownPicture = Pick<Picture, "workflow" | "prompt" | "negative" | "params" | "time" | "name"> &
  Partial<Pick<Picture, "seed" | "backend" | "owner" | "bytes" | "mime" | "features">>;

interface DetailsProps {
  readonly picture: ShownPicture;
  /** Size of the image such as `1024 × 1024`. */
  readonly size?: string | undefined;
}

export function Details({ picture, size }: DetailsProps) {
  const { prompt, negative, seed, backend, owner, time, name, bytes, mime } = picture;
  const workflow = workflowOf(picture.workflow);
  const settings = settingsOf(picture);
  const used = featuresOf(picture);
  const file = dotted(mime, size, bytes !== undefined && sizeText(bytes));
  return (
    <div class="details">
      <Part title="Workflow" copied={picture.workflow}>
        {workflow?.title ?? picture.workflow}
      </Part>
      <Part title="Prompt" copied={prompt} look="written">
        {prompt || <span class="muted">None</span>}
      </Part>
      <Part title="Negative prompt" copied={negative} look="written">
        {negative}
      </Part>
      <Part title="Seed" copied={seed} look="mono">
        {seed}
      </Part>
      <Part title="Settings" copied={json(picture.params)}>
        {settings.length > 0 && <Pairs pairs={titled(settings, workflow?.params)} />}
      </Part>
      <Part title="Features" copied={json(picture.features)}>
        {used.length > 0 &&
          used.map(({ id, settings: own }, index) => {
            const feature = featureOf(id);
            return (
              <div key={index}>
                <p>{feature?.title ?? id}</p>
                <Pairs pairs={titled(own, feature?.settings)} />
              </div>
            );
          })}
      </Part>
      <Part title="Backend">{backend}</Part>
      <Part title="Requested by">{owner}</Part>
      <Part title="Time">
        <time dateTime={time}>{new Date(time).toLocaleString()}</time>
      </Part>
      <Part title="File" copied={name}>
        <p class="mono">{name}</p>
        <p class="muted small">{file}</p>
      </Part>
    </div>
  );
}

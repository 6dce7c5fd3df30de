// The comparison of two images: one over the other with a movable border, or side by side with the same zoom. Below,
// the differences of their settings.

import type { Picture } from "@pictor/client";
import { useRef, useState } from "preact/hooks";
import { workflowOf } from "../api/catalog.js";
import { titlesIn } from "../dialect/schema.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { Table } from "../parts/table.js";
import type { Closable } from "../shell/open-dialog.js";
import { differencesOf } from "./differences.js";
import { linkTo } from "./links.js";
import type { Zoom } from "./zoom.js";
import { useZoom, ZoomButtons, Zoomable } from "./zoomable.js";

interface ImageProps {
  readonly picture: Picture;
  readonly name: string;
}

function ComparedImage({ picture, name }: ImageProps) {
  if (picture.state !== "there") return <p class="viewer-note">The file of {name} is missing.</p>;
  return (
    <img class="contained" alt={`${name}: ${picture.prompt}`} src={linkTo(picture.href)} draggable={false} />
  );
}

interface PairProps {
  readonly one: Picture;
  readonly other: Picture;
  readonly zoom: Zoom;
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/** The first image covers the second one up to the border. */
function Slider({ one, other, zoom }: PairProps) {
  const [place, setPlace] = useState(50);
  const frame = useRef<HTMLDivElement>(null);
  const move = (percent: number): void => setPlace(Math.max(0, Math.min(100, Math.round(percent))));
  return (
    <div class="layer" ref={frame}>
      <Zoomable {...zoom}>
        <ComparedImage picture={other} name="Second image" />
      </Zoomable>
      <div class="layer compare-over" style={{ clipPath: `inset(0 ${100 - place}% 0 0)` }}>
        <Zoomable {...zoom}>
          <ComparedImage picture={one} name="First image" />
        </Zoomable>
      </div>
      <div
        class="compare-handle"
        role="slider"
        tabIndex={0}
        aria-label="Border between the images"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={place}
        aria-valuetext={`${place} % of the first image`}
        style={{ left: `${place}%` }}
        onKeyDown={(event) => {
          const step = keySteps[event.key];
          if (step === undefined) return;
          event.preventDefault();
          move(place + step);
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {};
          move(((event.clientX - left) / width) * 100);
        }}
      />
    </div>
  );
}

function SideBySide({ one, other, zoom }: PairProps) {
  return (
    <div class="layer compare-sides">
      {[["First image", one] as const, ["Second image", other] as const].map(([name, picture]) => (
        <figure key={name}>
          <Zoomable {...zoom}>
            <ComparedImage picture={picture} name={name} />
          </Zoomable>
          <figcaption class="small muted">{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function DifferenceTable({ one, other }: Pick<PairProps, "one" | "other">) {
  const rows = differencesOf(one, other);
  const titleOf = titlesIn(workflowOf(one.workflow)?.params);
  if (rows.length === 0) return <p class="muted">They were made with the same settings.</p>;
  return (
    <Table
      titles={["Setting", "First image", "Second image"]}
      rows={rows.map(({ name, ...values }) => ({
        key: name,
        cells: [
          <strong>{titleOf(name)}</strong>,
          ...[values.one, values.other].map((value) => value ?? <span class="muted">not set</span>),
        ],
      }))}
    />
  );
}

interface CompareProps extends Closable {
  readonly one: Picture;
  readonly other: Picture;
}

export function Compare({ onClose, ...given }: CompareProps) {
  const [[one, other], setPair] = useState([given.one, given.other] as const);
  const [isSlider, setSlider] = useState(true);
  const zoom = useZoom("compare");
  const pair = { one, other, zoom };
  return (
    <Dialog full title="Compare two images" onClose={onClose}>
      <div class="compare">
        <div class="viewer-stage">{isSlider ? <Slider {...pair} /> : <SideBySide {...pair} />}</div>
        <div class="row wrap foot">
          <div class="row" role="group" aria-label="View">
            <Button pressed={isSlider} onClick={() => setSlider(true)}>
              Slider
            </Button>
            <Button pressed={!isSlider} onClick={() => setSlider(false)}>
              Side by side
            </Button>
          </div>
          <ZoomButtons {...zoom} />
          <Button look="plain" onClick={() => setPair([other, one])}>
            Swap
          </Button>
        </div>
        <section class="compare-table" aria-label="Differences of the settings" tabIndex={0}>
          <DifferenceTable one={one} other={other} />
        </section>
      </div>
    </Dialog>
  );
}

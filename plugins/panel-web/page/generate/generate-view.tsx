// The view "Generate": the form, the stage and the gallery. A narrow screen shows one of them at a time.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Gallery } from "../gallery/gallery.js";
import { ImageDrop } from "../gallery/image-drop.js";
import { IconButton } from "../parts/button.js";
import { lazy } from "../parts/lazy.js";
import { panelIdOf, tabIdOf, TabList } from "../parts/tabs.js";
import { sentenceCase } from "../parts/texts.js";
import { useCommands } from "../shell/commands.js";
import { storedSignal } from "../shell/stored.js";
import { ViewFrame } from "../shell/view-frame.js";
import { BackendMenu } from "./backend/backend-menu.js";
import { loadCatalog } from "./base/catalog.js";
import { DraftForm } from "./form/draft-form.js";
import { FormFoot } from "./form/form-foot.js";
import { faultFocus, submit } from "./form/submission.js";
import { WorkflowMenu } from "./form/workflow-menu.js";
import { cancel } from "./jobs/actions.js";
import { cancellableJob } from "./jobs/shown-job.js";
import { GraphLink } from "./graph/graph-link.js";
import { PresetMenu } from "./presets/preset-menu.js";
import { chosenPreset, followForms } from "./presets/presets.js";
import { Queue } from "./queue/queue.js";
import { Stage } from "./stage/stage.js";

const PresetBar = lazy(async () => (await import("./presets/preset-bar.js")).PresetBar);

const parts = ["form", "stage", "gallery"] as const;
type Part = (typeof parts)[number];

const narrow = matchMedia("(max-width: 719px)");
const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => (isNarrow.value = narrow.matches));
const shownPart = signal<Part>("form");
const tabBase = "generate-part";

const flag = (kept: unknown): boolean | undefined => (typeof kept === "boolean" ? kept : undefined);
/** The columns that can be folded away. */
const sides = ["form", "gallery"] as const;
type Side = (typeof sides)[number];
const isOpen = {
  form: storedSignal("formOpen", true, flag),
  gallery: storedSignal("galleryOpen", true, flag),
};

const foldText = (side: Side): string => (isOpen[side].value ? `Fold the ${side} away` : `Show the ${side}`);
const fold = (side: Side) => () => {
  isOpen[side].value = !isOpen[side].value;
};

const FoldButton = ({ side }: { readonly side: Side }) => (
  <span class="fold">
    <IconButton
      icon={side === "form" ? "panel" : "gallery"}
      name={foldText(side)}
      pressed={isOpen[side].value}
      onClick={fold(side)}
    />
  </span>
);

/** On a narrow screen, a submission switches to the stage. */
function generate(): void {
  if (isNarrow.value) shownPart.value = "stage";
  void submit();
}

export function GenerateView() {
  const part = shownPart.value;
  const focus = faultFocus.value;
  useEffect(() => void loadCatalog(), []);
  useEffect(followForms, []);
  useEffect(() => {
    if (focus === undefined) return;
    shownPart.value = "form";
    isOpen.form.value = true;
  }, [focus]);
  useCommands([
    { id: "generate.run", title: "Generate", keys: "mod+Enter", run: generate },
    {
      id: "generate.cancel",
      title: "Cancel the job on the stage",
      isAvailable: () => cancellableJob.value !== undefined,
      run: () => {
        if (cancellableJob.value !== undefined) void cancel(cancellableJob.value);
      },
    },
    ...sides.map((side) => ({ id: `generate.${side}`, title: foldText(side), run: fold(side) })),
  ]);
  const panel = (id: Part): object =>
    isNarrow.value
      ? {
          role: "tabpanel",
          id: panelIdOf(tabBase, id),
          "aria-labelledby": tabIdOf(tabBase, id),
          hidden: id !== part,
        }
      : {};
  const folded = sides.filter((side) => !isOpen[side].value).map((side) => `no-${side}`);
  return (
    <ViewFrame
      title="Generate"
      look={["generate", ...folded].join(" ")}
      start={
        <>
          <WorkflowMenu />
          <FoldButton side="form" />
        </>
      }
      end={
        <>
          <FoldButton side="gallery" />
          <BackendMenu />
        </>
      }
    >
      {isNarrow.value && (
        <TabList
          name="Parts"
          base={tabBase}
          tabs={parts.map((id) => ({ id, title: sentenceCase(id) }))}
          chosen={part}
          onChoose={(id) => (shownPart.value = id)}
        />
      )}
      <div class="form-column" {...panel("form")}>
        <DraftForm />
        <div class="form-end">
          <GraphLink />
        </div>
      </div>
      <FormFoot onGenerate={generate} above={chosenPreset.value !== undefined && <PresetBar />}>
        <PresetMenu />
      </FormFoot>
      <div class="stage-column" {...panel("stage")}>
        <Stage>
          <Queue />
        </Stage>
      </div>
      <div class="gallery-column" {...panel("gallery")}>
        <Gallery />
      </div>
      <ImageDrop />
    </ViewFrame>
  );
}

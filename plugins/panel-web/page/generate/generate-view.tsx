// The view "Generate": the form, the stage and the gallery. A narrow screen shows one of them at a time.

import { signal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Gallery } from "../gallery/gallery.js";
import { ImageDrop } from "../gallery/image-drop.js";
import { IconButton } from "../parts/button.js";
import { lazy } from "../parts/lazy.js";
import { panelIdOf, tabIdOf, TabList } from "../parts/tabs.js";
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

type Part = "form" | "stage" | "gallery";
const parts = [
  { id: "form", title: "Form" },
  { id: "stage", title: "Stage" },
  { id: "gallery", title: "Gallery" },
] as const;

const narrow = matchMedia("(max-width: 719px)");
const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => (isNarrow.value = narrow.matches));
const shownPart = signal<Part>("form");
const tabBase = "generate-part";

const flag = (kept: unknown): boolean | undefined => (typeof kept === "boolean" ? kept : undefined);
const isFormOpen = storedSignal("formOpen", true, flag);
const isGalleryOpen = storedSignal("galleryOpen", true, flag);

/** On a narrow screen, a submission switches to the stage. */
function generate(): void {
  if (isNarrow.value) shownPart.value = "stage";
  void submit();
}

function FoldButton({
  icon,
  what,
  open,
}: {
  readonly icon: "panel" | "gallery";
  readonly what: string;
  readonly open: Signal<boolean>;
}) {
  return (
    <span class="fold">
      <IconButton
        icon={icon}
        name={open.value ? `Fold the ${what} away` : `Show the ${what}`}
        pressed={open.value}
        onClick={() => (open.value = !open.value)}
      />
    </span>
  );
}

export function GenerateView() {
  const part = shownPart.value;
  const turn = faultFocus.value;
  useEffect(() => void loadCatalog(), []);
  useEffect(followForms, []);
  useEffect(() => {
    if (turn === 0) return;
    shownPart.value = "form";
    isFormOpen.value = true;
  }, [turn]);
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
    {
      id: "generate.form",
      title: isFormOpen.value ? "Fold the form away" : "Show the form",
      run: () => (isFormOpen.value = !isFormOpen.value),
    },
    {
      id: "generate.gallery",
      title: isGalleryOpen.value ? "Fold the gallery away" : "Show the gallery",
      run: () => (isGalleryOpen.value = !isGalleryOpen.value),
    },
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
  const look = [
    "generate",
    ...(isFormOpen.value ? [] : ["no-form"]),
    ...(isGalleryOpen.value ? [] : ["no-gallery"]),
  ].join(" ");
  return (
    <ViewFrame
      title="Generate"
      look={look}
      start={
        <>
          <WorkflowMenu />
          <FoldButton icon="panel" what="form" open={isFormOpen} />
        </>
      }
      end={
        <>
          <FoldButton icon="gallery" what="gallery" open={isGalleryOpen} />
          <BackendMenu />
        </>
      }
    >
      {isNarrow.value && (
        <TabList
          name="Parts"
          base={tabBase}
          tabs={parts}
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

// Which feature works in which template, and how many times: the contract that the tests of templates and features check.

/** Why a feature is refused. `gist` must match the message, whatever its wording. */
export interface Reason {
  readonly because: string;
  readonly gist: RegExp;
}

/** The reasons, by the names that the table below uses. */
export const reasons = {
  own: {
    because: "The graph is the user's own and runs as it is; it has no known place for a feature.",
    gist: /unchanged/i,
  },
  bare: {
    because: "The workflow processes an image alone: it has no model, prompt, conditioning or sampling.",
    gist: /model|prompt|text|conditioning|sampl/i,
  },
  done: {
    because: "There is no latent: the image is loaded and never sampled, so nothing is decoded.",
    gist: /latent|decod|image|sampl|model/i,
  },
  clip: {
    because: "The model has no text encoder: its checkpoint contains a vision encoder instead.",
    gist: /clip|text|encoder|prompt/i,
  },
  video: {
    because:
      "The latents are a video's: they cannot be sampled again, masked or filled like those of an image.",
    gist: /video|frame/i,
  },
  vctl: {
    because:
      "Video models are controlled through nodes of their own; the core ControlNet nodes do not support them.",
    gist: /video|frame|controlnet|conditioning/i,
  },
  unet: {
    because:
      "The feature patches the UNet of an SD1.5 or SDXL checkpoint; a diffusion transformer has no UNet.",
    gist: /unet|checkpoint|sd ?1\.5|sdxl|model/i,
  },
  flow: {
    because:
      "The feature sets the discrete noise levels of SD1.5 and SDXL; this model has continuous ones (flow matching or EDM).",
    gist: /noise|flow|discrete|sd ?1\.5|sdxl|checkpoint|continuous/i,
  },
  nocfg: {
    because: "The guider takes the positive conditioning alone; without a negative one cfg has no effect.",
    gist: /cfg|negative|guid/i,
  },
  linear: {
    because:
      "A model holds one cfg function, and the video's guidance, which grows from frame to frame, already is that function.",
    gist: /cfg|guidance|frame|video/i,
  },
  start: {
    because: "Sampling starts from an image, which the feature would replace by a start of its own.",
    gist: /start|latent|image/i,
  },
  joint: {
    because:
      "One node encodes the prompt together with the reference images; the prompt alone has no conditioning.",
    gist: /image|reference|encod|prompt|conditioning/i,
  },
  guide: {
    because: "Only models of the Flux kind take a guidance value; this one would ignore it.",
    gist: /flux|guidance/i,
  },
  once: {
    because: "A second use would undo or contradict the first one.",
    gist: /once|already|second|twice|another|repeat/i,
  },
} as const satisfies Readonly<Record<string, Reason>>;
export type ReasonName = keyof typeof reasons;

// `+` works. Columns: txt2img with a checkpoint, with a refiner, with the families flux and z-image; img2img, and with a mask;
// upscale; svd; flux; Wan text to video and image to video; the three edits, each with one reference image; custom.
// twice: the same feature used two times in a row, in every template in which it works.
//
// - lora chains model and clip. discrete-sampling, nrs and cfg-rescale may be repeated; the model keeps the last one of each.
// - flux-guidance works on a checkpoint, because the file may hold a whole Flux model; so may that of the refiner.
// - reference-only makes a latent batch of its own (the reference, then empty latents), so it cannot keep a start image, and a
//   second use would not have the batch that the first one's patch expects.
// - regional-prompt: a second use adds more regions. controlnet: each use changes the conditioning that the previous one left.
// - upscaler and save-intermediate treat frames like any batch of images; face-detailer samples, so it does not support them.
// - tiled-vae, layer-diffuse: there is one decoder. plasma-noise: there is one start. prompt-expansion would expand its own text.
// - cudnn-toggle: two uses can switch cuDNN off in one place and on again in the next.
const table = `
                   txt2img  refiner  t-flux  t-zimg  img2img  mask   upscale  svd     flux   wan-t2v  wan-i2v  kontext  klein  qwen   custom  | twice
lora               +        +        +       +       +        +      bare     clip    +      +        +        +        +      +      own     | +
controlnet         +        +        +       +       +        +      bare     vctl    +      vctl     vctl     +        +      joint  own     | +
reference-only     +        +        unet    unet    start    start  bare     unet    unet   unet     unet     unet     unet   unet   own     | once
hires-fix          +        +        +       +       +        +      bare     video   +      video    video    +        +      +      own     | +
upscaler           +        +        +       +       +        +      +        +       +      +        +        +        +      +      own     | +
face-detailer      +        +        +       +       +        +      bare     video   +      video    video    +        +      +      own     | +
freeu              +        +        unet    unet    +        +      bare     +       unet   unet     unet     unet     unet   unet   own     | +
nrs                +        +        nocfg   +       +        +      bare     linear  nocfg  +        +        nocfg    +      +      own     | +
discrete-sampling  +        +        flow    flow    +        +      bare     flow    flow   flow     flow     flow     flow   flow   own     | +
cfg-rescale        +        +        nocfg   +       +        +      bare     linear  nocfg  +        +        nocfg    +      +      own     | +
regional-prompt    +        +        +       +       +        +      bare     video   +      video    video    +        +      joint  own     | +
layer-diffuse      +        +        unet    unet    +        +      bare     unet    unet   unet     unet     unet     unet   unet   own     | once
flux-guidance      +        +        +       guide   +        +      bare     guide   +      guide    guide    +        guide  guide  own     | once
plasma-noise       +        +        +       +       start    start  bare     video   +      video    video    start    +      +      own     | once
tiled-vae          +        +        +       +       +        +      done     +       +      +        +        +        +      +      own     | once
save-intermediate  +        +        +       +       +        +      +        +       +      +        +        +        +      +      own     | +
prompt-expansion   +        +        +       +       +        +      bare     clip    +      +        +        +        +      joint  own     | once
cudnn-toggle       +        +        +       +       +        +      done     +       +      +        +        +        +      +      own     | +
`;

/** What is expected of one cell. */
export type Cell = "works" | ReasonName;
/** What is expected of a feature. */
export interface Row {
  readonly feature: string;
  /** What is expected of one use, by template (a column of the table). */
  readonly cells: Readonly<Record<string, Cell>>;
  /** What is expected of two uses in a template in which one use works. */
  readonly twice: Cell;
}

function toCell(word: string): Cell {
  if (word === "+") return "works";
  if (Object.hasOwn(reasons, word)) return word as ReasonName;
  throw new Error(`the table contains "${word}", which is not the name of a reason`);
}

const [head = "", ...lines] = table.trim().split("\n");
/** The names of the templates: the columns of the table, in order. */
export const templateNames: readonly string[] = (head.split("|")[0] ?? "").trim().split(/\s+/);

/** The rows of the table, in order. */
export const expected: readonly Row[] = lines.map((line) => {
  const [left = "", twice = ""] = line.split("|");
  const [feature = "", ...words] = left.trim().split(/\s+/);
  if (words.length !== templateNames.length)
    throw new Error(
      `the row ${feature} of the table has ${words.length} cells instead of ${templateNames.length}`,
    );
  const cells = Object.fromEntries(words.map((word, column) => [templateNames[column] ?? "", toCell(word)]));
  return { feature, cells, twice: toCell(twice.trim()) };
});

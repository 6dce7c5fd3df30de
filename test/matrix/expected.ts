// Which add-on can be used in which template, and how often: the contract that templates and add-ons are tested against.

/** Why an add-on is refused. `gist`: what its message must speak of, whatever the words. */
export interface Reason {
  readonly because: string;
  readonly gist: RegExp;
}

/** The short words of the table below. */
export const reasons = {
  own: {
    because:
      "The graph is the person's own and is taken as it is; nobody knows where an add-on would belong.",
    gist: /as it is/i,
  },
  bare: {
    because: "Only a picture goes through: no model, no prompt, no conditioning, no sampling.",
    gist: /model|prompt|text|conditioning|sampl/i,
  },
  done: {
    because: "There is no latent: the picture is loaded, never sampled, so nothing is decoded.",
    gist: /latent|decod|picture|sampl|model/i,
  },
  clip: {
    because: "The model has no text encoder: its checkpoint gives a vision encoder in its place.",
    gist: /clip|text|encoder|prompt/i,
  },
  video: {
    because:
      "The latents are a video's: they are not sampled again as pictures, nor masked or filled as one.",
    gist: /video|frame/i,
  },
  vctl: {
    because:
      "Video models take control through nodes of their own; the core ControlNet nodes load none for them.",
    gist: /video|frame|controlnet|conditioning/i,
  },
  unet: {
    because:
      "It patches the UNet of an SD1.5 or SDXL checkpoint; a diffusion transformer has no such blocks.",
    gist: /unet|checkpoint|sd ?1\.5|sdxl|model/i,
  },
  flow: {
    because:
      "It sets the discrete noise levels of SD1.5 and SDXL; this model has continuous ones (flow, or EDM).",
    gist: /noise|flow|discrete|sd ?1\.5|sdxl|checkpoint|continuous/i,
  },
  nocfg: {
    because:
      "The guider takes the positive conditioning alone; without a negative one nothing is weighed by cfg.",
    gist: /cfg|negative|guid/i,
  },
  linear: {
    because:
      "A model holds one cfg function, and the video's guidance, growing from frame to frame, is it already.",
    gist: /cfg|guidance|frame|video/i,
  },
  start: {
    because:
      "The sampling starts from a picture, which would be lost: the add-on puts its own start in its place.",
    gist: /start|picture|latent|image/i,
  },
  joint: {
    because: "Text and reference pictures are encoded by one node; the text alone has no conditioning.",
    gist: /picture|reference|encod|prompt|conditioning/i,
  },
  guide: {
    because: "Only models of the Flux kind take a guidance value; this one would ignore it.",
    gist: /flux|guidance/i,
  },
  once: {
    because: "A second use would undo, or contradict, what the first one set.",
    gist: /once|already|second|twice|another|repeat/i,
  },
} as const satisfies Readonly<Record<string, Reason>>;
export type ReasonName = keyof typeof reasons;

// `+` works. Columns: txt2img with a checkpoint, with a refiner, with the profiles flux and z-image; img2img, and with a mask;
// upscale; svd; flux; Wan from text and from a picture; the three edits, each with one reference picture; custom.
// twice: the same add-on used two times in a row, wherever it works.
//
// - lora chains model and clip. discrete-sampling, nrs and cfg-rescale may repeat: of each the model keeps the last one.
// - flux-guidance works on a checkpoint, because one file may hold a whole Flux model, and so may the refiner's.
// - reference-only gives a latent batch of its own (reference, then empty), so it cannot keep a start picture, and a second
//   one would not have the batch that the first one's patch expects.
// - regional-prompt: a second use adds more regions. controlnet: each works on what the one before gave.
// - upscaler and save-intermediate work on frames as on any batch of pictures; face-detailer samples, so it does not.
// - tiled-vae, layer-diffuse: one way of decoding. plasma-noise: one start. prompt-expansion: it would expand its own text.
// - cudnn-toggle passes a latent through; off in one place and on again in the next is a use of two.
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

export type Cell = "works" | ReasonName;
export interface Row {
  readonly feature: string;
  /** Template (a column of the table) to what is expected of one use. */
  readonly cells: Readonly<Record<string, Cell>>;
  /** What is expected of two uses where one works. */
  readonly twice: Cell;
}

function toCell(word: string): Cell {
  if (word === "+") return "works";
  if (Object.hasOwn(reasons, word)) return word as ReasonName;
  throw new Error(`the table has "${word}", which is no reason`);
}

const [head = "", ...lines] = table.trim().split("\n");
/** The columns, in order. */
export const templateNames: readonly string[] = (head.split("|")[0] ?? "").trim().split(/\s+/);

/** The rows, in order. */
export const expected: readonly Row[] = lines.map((line) => {
  const [left = "", twice = ""] = line.split("|");
  const [feature = "", ...words] = left.trim().split(/\s+/);
  if (words.length !== templateNames.length) throw new Error(`the table's row ${feature} has a gap`);
  const cells = Object.fromEntries(words.map((word, column) => [templateNames[column] ?? "", toCell(word)]));
  return { feature, cells, twice: toCell(twice.trim()) };
});

// Modules of a Stability Matrix project as add-ons.

import type { JsonObject } from "../../record.js";
import { known, numberOf, seedOf, wholeOf } from "../numbers.js";
import type { AgainFeature } from "../types.js";
import { find, flagIn, own, plain, readAll, textIn, type Fields } from "./fields.js";
import { pictureIn } from "./pictures.js";
import { detailerReading, plainModules } from "./reading.js";
import { samplingIn } from "./samplers.js";
import { upscalingIn } from "./upscalers.js";

/** What became of a module; nothing at all where it does nothing. */
export interface TakenModule {
  readonly feature?: AgainFeature;
  readonly note?: string;
}
type Special = (module: Fields, sampler: unknown) => TakenModule;

const isOn = (module: Fields, ...names: readonly string[]): boolean =>
  names.some((name) => flagIn(find(module, name)) === true);

/** Steps, cfg and sampler count only where their switches are on. */
function ownSampling(module: Fields): JsonObject {
  const { sampler, scheduler } = samplingIn(module);
  const isChosen = isOn(module, "IsSamplerSelectionEnabled", "IsSamplerEnabled");
  return known({
    cfg: isOn(module, "IsCfgScaleEnabled", "IsCfgEnabled")
      ? numberOf(find(module, "CfgScale", "Cfg"))
      : undefined,
    sampler: isChosen ? sampler : undefined,
    scheduler: isChosen || isOn(module, "IsSchedulerSelectionEnabled") ? scheduler : undefined,
  });
}

const hiresFix: Special = (module) => {
  const upscaling = upscalingIn(module);
  const steps = wholeOf(find(module, "Steps"));
  const denoise = numberOf(find(module, "DenoiseStrength", "Denoise"));
  // Without an upscaler the second pass keeps the size.
  const settings = { ...(upscaling ?? { scale: 1 }), ...known({ steps, denoise }), ...ownSampling(module) };
  return { feature: { id: "hires-fix", settings } };
};

const upscaler: Special = (module) => {
  const settings = upscalingIn(module);
  return settings === undefined ? {} : { feature: { id: "upscaler", settings } };
};

const controlNet: Special = (module) => {
  const { path, note } = pictureIn(module);
  const model = textIn(find(module, "SelectedModel", "ModelName", "Model"));
  const image = path === undefined ? {} : { image: path };
  const said = note === undefined ? {} : { note: `ControlNet: ${note}` };
  const strength = numberOf(find(module, "Strength"));
  if (model !== undefined && /reference ?only/i.test(model)) {
    return { feature: { id: "reference-only", settings: { ...image, ...known({ strength }) } }, ...said };
  }
  const preprocessor = textIn(find(module, "SelectedPreprocessor", "Preprocessor"));
  const isPrepared = preprocessor !== undefined && !/^\(?none\)?$/i.test(preprocessor);
  const settings = known<string | number>({
    ...image,
    model,
    preprocessor: isPrepared ? preprocessor : undefined,
    strength,
    start: numberOf(find(module, "StartPercent", "Start")),
    end: numberOf(find(module, "EndPercent", "End")),
  });
  return { feature: { id: "controlnet", settings }, ...said };
};

const layerDiffuse: Special = (module) => {
  const mode = plain(textIn(find(module, "SelectedMode", "Mode")) ?? "");
  if (mode === "" || mode === "none") return {};
  const weight = numberOf(find(module, "Weight"));
  const model = mode.includes("xl") ? "sdxl" : "sd15";
  return { feature: { id: "layer-diffuse", settings: { model, ...known({ weight }) } } };
};

/** Its guidance is what stands as CFG scale at the sampler. */
const fluxGuidance: Special = (_module, sampler) => ({
  feature: { id: "flux-guidance", settings: known({ guidance: numberOf(find(sampler, "CfgScale")) }) },
});

const cudnnToggle: Special = (module) => {
  const isDisabled = flagIn(find(module, "DisableCudnn", "IsCudnnDisabled"));
  return {
    feature: {
      id: "cudnn-toggle",
      settings: known({ enable: isDisabled === undefined ? undefined : !isDisabled }),
    },
  };
};

const faceDetailer: Special = (module) => {
  const isInherited = flagIn(find(module, "InheritSeed")) ?? true;
  const isOwnPrompt = isOn(module, "UseSeparatePrompt", "IsSeparatePromptEnabled");
  const guide = find(module, "GuideSizeFor");
  const isBox = flagIn(guide) ?? textIn(guide) !== "crop_region";
  const settings = known({
    ...readAll(module, detailerReading),
    guideSizeFor: guide === undefined ? undefined : isBox ? "bbox" : "crop_region",
    steps: isOn(module, "IsStepsEnabled") ? wholeOf(find(module, "Steps")) : undefined,
    ...ownSampling(module),
    seed: isInherited ? undefined : seedOf(find(module, "Seed")),
    prompt: isOwnPrompt ? textIn(find(module, "Prompt", "PositivePrompt")) : undefined,
    negative: isOwnPrompt ? textIn(find(module, "NegativePrompt")) : undefined,
  });
  return { feature: { id: "face-detailer", settings } };
};

const regions: Special = () => ({
  note: "Regional prompt: its masks are drawn inside that program; save them as files for the add-on regional-prompt.",
});

const specials: Readonly<Record<string, Special>> = {
  hiresfix: hiresFix,
  fluxhiresfix: hiresFix,
  upscaler,
  controlnet: controlNet,
  layerdiffuse: layerDiffuse,
  fluxguidance: fluxGuidance,
  cudnntoggle: cudnnToggle,
  facedetailer: faceDetailer,
  regionalprompt: regions,
  regionalprompting: regions,
};

/** Other spellings of the types. */
const alike: Readonly<Record<string, string>> = {
  rescalecfg: "cfgrescale",
  modelsamplingdiscrete: "discretemodelsampling",
  discretesampling: "discretemodelsampling",
  saveintermediateimage: "saveimage",
  loraloader: "lora",
  extranetwork: "lora",
  zludacudnntoggle: "cudnntoggle",
  normalizedrescaledskew: "nrs",
};

/** `Some.Name.Space.FreeUModule, Assembly` is `freeu`. */
function typeOf(written: string): string {
  const name = plain(written.replace(/,.*$/, "").replace(/^.*\./, ""));
  const short = name.replace(/(viewmodel|module|card|addon)+$/, "");
  return alike[short] ?? short;
}

const lookUp = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** `sampler` is the card beside it, from which some modules take a value. One that is switched off does nothing. */
export function takeModule(module: Fields, sampler: unknown): TakenModule {
  if (flagIn(own(module, "IsEnabled")) === false) return {};
  const written = String(module["$type"]);
  const type = typeOf(written);
  const special = lookUp(specials, type);
  if (special !== undefined) return special(module, sampler);
  const simple = lookUp(plainModules, type);
  if (simple !== undefined)
    return { feature: { id: simple.feature, settings: readAll(module, simple.reading) } };
  return { note: `The module "${written}" was left out: no add-on is known that does its work.` };
}

// Imports modules of a Stability Matrix project as features.

import { withoutUndefined } from "@pictor/kernel/plugin";
import { type JsonObject } from "../../base/json.js";
import type { ProjectFeature } from "../../project/project.js";
import { findField, normalizeName, ownField, type JsonFields } from "./lenient-json.js";
import { faceDetailerSettings, simpleModules } from "./module-settings.js";
import { booleanFrom, isOn, readSettings, textFrom } from "./read-settings.js";
import { samplingFrom, sourceImageFrom, upscalingFrom } from "./shared-settings.js";

/** The feature that replaces a module, and a note for the user. A module without effect has neither. */
export interface ImportedModule {
  readonly feature?: ProjectFeature;
  readonly note?: string;
}
type ModuleImporter = (module: JsonFields, samplerCard: unknown) => ImportedModule;

const featureOf = (id: string, settings: JsonObject): ImportedModule => ({ feature: { id, settings } });

/** CFG scale, sampler and scheduler of a module. Each counts only while its switch is on. */
function samplingOverrides(module: JsonFields): JsonObject {
  const { sampler, scheduler } = samplingFrom(module);
  const isSamplerChosen = isOn(module, "IsSamplerSelectionEnabled", "IsSamplerEnabled");
  const isSchedulerChosen = isSamplerChosen || isOn(module, "IsSchedulerSelectionEnabled");
  return {
    ...(isOn(module, "IsCfgScaleEnabled", "IsCfgEnabled") &&
      readSettings(module, { cfg: ["number", "CfgScale", "Cfg"] })),
    ...withoutUndefined({
      sampler: isSamplerChosen ? sampler : undefined,
      scheduler: isSchedulerChosen ? scheduler : undefined,
    }),
  };
}

const importHiresFix: ModuleImporter = (module) =>
  featureOf("hires-fix", {
    // Without an upscaler the second pass keeps the size.
    ...(upscalingFrom(module) ?? { scale: 1 }),
    ...readSettings(module, {
      steps: ["integer", "Steps"],
      denoise: ["number", "DenoiseStrength", "Denoise"],
    }),
    ...samplingOverrides(module),
  });

const importUpscaler: ModuleImporter = (module) => {
  const settings = upscalingFrom(module);
  return settings === undefined ? {} : featureOf("upscaler", settings);
};

const importControlNet: ModuleImporter = (module) => {
  const { path, note } = sourceImageFrom(module);
  const common = {
    ...(path !== undefined && { image: path }),
    ...readSettings(module, { strength: ["number", "Strength"] }),
  };
  const { model } = readSettings(module, { model: ["text", "SelectedModel", "ModelName", "Model"] });
  const isReferenceOnly = typeof model === "string" && /reference ?only/i.test(model);
  const feature = isReferenceOnly
    ? featureOf("reference-only", common)
    : featureOf("controlnet", {
        ...common,
        ...(model !== undefined && { model }),
        ...readSettings(module, {
          preprocessor: ["choice", "SelectedPreprocessor", "Preprocessor"],
          start: ["number", "StartPercent", "Start"],
          end: ["number", "EndPercent", "End"],
        }),
      });
  return { ...feature, note: `ControlNet image: ${note}` };
};

const importLayerDiffuse: ModuleImporter = (module) => {
  const mode = normalizeName(textFrom(findField(module, "SelectedMode", "Mode")) ?? "");
  if (mode === "" || mode === "none") return {};
  const model = mode.includes("xl") ? "sdxl" : "sd15";
  return featureOf("layer-diffuse", { model, ...readSettings(module, { weight: ["number", "Weight"] }) });
};

/** Stability Matrix keeps the Flux guidance in the field for the CFG scale of the sampler card. */
const importFluxGuidance: ModuleImporter = (_module, samplerCard) =>
  featureOf("flux-guidance", readSettings(samplerCard, { guidance: ["number", "CfgScale"] }));

const importCudnnToggle: ModuleImporter = (module) => {
  const isDisabled = booleanFrom(findField(module, "DisableCudnn", "IsCudnnDisabled"));
  return featureOf("cudnn-toggle", isDisabled === undefined ? {} : { enable: !isDisabled });
};

const importFaceDetailer: ModuleImporter = (module) => {
  const guide = findField(module, "GuideSizeFor");
  const isForBox = booleanFrom(guide) ?? textFrom(guide) !== "crop_region";
  const isSeedInherited = booleanFrom(findField(module, "InheritSeed")) ?? true;
  const hasOwnPrompt = isOn(module, "UseSeparatePrompt", "IsSeparatePromptEnabled");
  return featureOf("face-detailer", {
    ...readSettings(module, faceDetailerSettings),
    ...(guide !== undefined && { guideSizeFor: isForBox ? "bbox" : "crop_region" }),
    ...(isOn(module, "IsStepsEnabled") && readSettings(module, { steps: ["integer", "Steps"] })),
    ...samplingOverrides(module),
    ...(!isSeedInherited && readSettings(module, { seed: ["seed", "Seed"] })),
    ...(hasOwnPrompt &&
      readSettings(module, {
        prompt: ["text", "Prompt", "PositivePrompt"],
        negative: ["text", "NegativePrompt"],
      })),
  });
};

const importRegionalPrompt: ModuleImporter = () => ({
  note: "The regional prompt was left out: its masks exist only inside Stability Matrix. Save them as files and name these in the feature regional-prompt.",
});

/** Importers by the normalized type of the module. */
const importers: Readonly<Record<string, ModuleImporter>> = {
  ...Object.fromEntries(
    Object.entries(simpleModules).map(([type, { feature, settings }]): [string, ModuleImporter] => [
      type,
      (module) => featureOf(feature, readSettings(module, settings)),
    ]),
  ),
  hiresfix: importHiresFix,
  fluxhiresfix: importHiresFix,
  upscaler: importUpscaler,
  controlnet: importControlNet,
  layerdiffuse: importLayerDiffuse,
  fluxguidance: importFluxGuidance,
  cudnntoggle: importCudnnToggle,
  facedetailer: importFaceDetailer,
  regionalprompt: importRegionalPrompt,
};

/** Alternative names of module types, each with the name in the tables above. */
const aliases: Readonly<Record<string, string>> = {
  rescalecfg: "cfgrescale",
  modelsamplingdiscrete: "discretemodelsampling",
  discretesampling: "discretemodelsampling",
  saveintermediateimage: "saveimage",
  loraloader: "lora",
  extranetwork: "lora",
  zludacudnntoggle: "cudnntoggle",
  normalizedrescaledskew: "nrs",
  regionalprompting: "regionalprompt",
};

/** `Some.Name.Space.FreeUModule, Assembly` is `freeu`. */
function typeOf(qualifiedName: string): string {
  const name = normalizeName(qualifiedName.replace(/,.*$/s, "").replace(/^.*\./, ""));
  const type = name.replace(/(?<!viewmodel|module|card|addon)(viewmodel|module|card|addon)+$/, "");
  return Object.hasOwn(aliases, type) ? (aliases[type] ?? type) : type;
}

/** Some modules take a value from the sampler card. A disabled module has no effect. */
export function importModule(module: JsonFields, samplerCard: unknown): ImportedModule {
  if (booleanFrom(ownField(module, "IsEnabled")) === false) return {};
  const name = String(module["$type"]);
  const type = typeOf(name);
  const importer = Object.hasOwn(importers, type) ? importers[type] : undefined;
  return (
    importer?.(module, samplerCard) ?? {
      note: `The module "${name}" was left out: no feature of Pictor replaces it.`,
    }
  );
}

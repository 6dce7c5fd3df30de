// Accepts sampler and scheduler names as people write them: the ids of ComfyUI, or the names of the AUTOMATIC1111 web UI.

import { formatSamplerName, parseSamplerName } from "@pictor/image-metadata/sampler-names";

interface SamplerSettings {
  readonly sampler?: string;
  readonly scheduler?: string;
}

/** Placeholder for the schedule when a name contains none. */
const unnamed = "unnamed";

/** The id of a scheduler in any spelling, such as `Karras`; an unknown name is returned unchanged. */
function schedulerId(name: string): string {
  const { sampler, scheduler } = parseSamplerName(`Euler ${name}`, unnamed);
  return sampler === "euler" && scheduler !== unnamed ? scheduler : name;
}

/**
 * `DPM++ 2M Karras` becomes `dpmpp_2m` with `karras`, `EULER` becomes `euler`. The schedule in the name of a sampler is
 * used unless the settings have a scheduler. An unknown sampler is returned unchanged, because the backend may have it.
 */
export function readSampler<Settings extends SamplerSettings>(settings: Settings): Settings {
  const { sampler, scheduler } = settings;
  const given = scheduler === undefined ? {} : { scheduler: schedulerId(scheduler) };
  if (sampler === undefined) return { ...settings, ...given };
  const id = sampler.trim().toLowerCase();
  if (/^[a-z\d_]+$/.test(id) && formatSamplerName(id) !== id) return { ...settings, sampler: id, ...given };
  const parsed = parseSamplerName(sampler, unnamed);
  const isKnown = formatSamplerName(parsed.sampler) !== parsed.sampler;
  if (!isKnown) return { ...settings, ...given };
  const named = parsed.scheduler === unnamed ? {} : { scheduler: parsed.scheduler };
  return { ...settings, sampler: parsed.sampler, ...named, ...given };
}

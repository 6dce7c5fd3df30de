// The parameters of a scene: the text encoder sets them, a latent encodes them, and the renderer reads them.

/**
 * Each parameter with its standard deviation, that is, how far the noise of the seed moves it: at 1 the seed decides, at 0.1
 * the prompt. All parameters at 0 are a plain landscape by day.
 */
const spreads = {
  daylight: 0.1,
  warmth: 0.12,
  sunX: 1,
  water: 0.3,
  relief: 0.4,
  vividness: 0.06,
  horizon: 0.8,
  sunY: 0.5,
  lush: 0.25,
  snow: 0.1,
  cloud: 0.5,
  fog: 0.2,
  stars: 0.12,
  calm: 0.3,
  moon: 0.15,
  ridgeA: 1,
  ridgeB: 1,
  motifX: 1,
  lighthouse: 0.08,
  boat: 0.08,
  house: 0.08,
  kite: 0.08,
  accent: 0.1,
  abstract: 0.04,
  ink: 0.04,
} as const;

export type SceneParameter = keyof typeof spreads;

export const sceneParameters = Object.keys(spreads) as readonly SceneParameter[];

export const PARAMETERS = sceneParameters.length;

/** Spread by parameter index. */
export const parameterSpread: readonly number[] = Object.values(spreads);

/** The effect of a word or a model file: values that are added to parameters. */
export type SceneValues = Partial<Record<SceneParameter, number>>;

const indices = new Map(sceneParameters.map((name, index) => [name, index]));

export const parameterIndex = (name: SceneParameter): number => indices.get(name) ?? 0;

/** A vector of all parameters; a parameter that is not given is 0. */
export const sceneVector = (values: SceneValues = {}): Float64Array =>
  Float64Array.from(sceneParameters, (name) => values[name] ?? 0);

/** `base` plus `strength` times `added`. */
export function addSceneValues(base: SceneValues, added: SceneValues, strength: number): SceneValues {
  const sum: Partial<Record<SceneParameter, number>> = { ...base };
  for (const name of Object.keys(added) as SceneParameter[]) {
    sum[name] = (sum[name] ?? 0) + strength * (added[name] ?? 0);
  }
  return sum;
}

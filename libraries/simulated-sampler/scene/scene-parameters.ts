// The parameters of a scene, which the text encoder sets, the latent encodes and the scene renderer reads.

/**
 * Each parameter with its standard deviation, that is, how far the noise of the seed moves it: at 1 the seed decides, at 0.1
 * the prompt. All parameters at 0 are a plain landscape by day. Small latents have room for the first parameters only.
 */
const spreads = {
  presence: 0.02,
  daylight: 0.1,
  water: 0.3,
  warmth: 0.12,
  relief: 0.4,
  vividness: 0.06,
  horizon: 0.8,
  sunX: 1,
  sunY: 0.5,
  forest: 0.25,
  snow: 0.1,
  cloud: 0.5,
  fog: 0.22,
  stars: 0.12,
  dunes: 0.1,
  hue: 0.5,
  ridgeA: 1,
  ridgeB: 1,
  motifX: 1,
  lighthouse: 0.08,
  boat: 0.08,
  house: 0.08,
  kite: 0.08,
  birds: 0.4,
  flowers: 0.1,
  volcano: 0.08,
  city: 0.08,
  moon: 0.15,
  accentA: 0.1,
  accentB: 0.1,
  rain: 0.08,
  aurora: 0.08,
  balloon: 0.08,
  palm: 0.08,
  cactus: 0.08,
  castle: 0.08,
  storm: 0.15,
  calm: 0.3,
  autumn: 0.12,
  abstract: 0.04,
  ink: 0.04,
  ridgeC: 1,
  ridgeD: 1,
  motifY: 0.8,
  scale: 0.6,
  lush: 0.25,
  rainbow: 0.08,
  blossom: 0.1,
  path: 0.1,
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
export function sceneVector(evidence: SceneValues = {}): Float64Array {
  const vector = new Float64Array(PARAMETERS);
  for (const name of Object.keys(evidence) as SceneParameter[])
    vector[parameterIndex(name)] = evidence[name] ?? 0;
  return vector;
}

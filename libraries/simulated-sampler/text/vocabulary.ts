// The vocabulary of the simulated text encoder: the scene values that each word sets.
import type { SceneValues } from "../scene/parameters.js";

/** `words` share their `values`; a listed word also matches with a plural s. */
const entries: readonly (readonly [words: string, values: SceneValues])[] = [
  ["night midnight nocturnal", { daylight: -1.1, stars: 0.7, moon: 0.6, warmth: -0.1 }],
  ["evening dusk twilight", { daylight: -0.42, warmth: 0.75, sunY: -0.6, stars: 0.1 }],
  ["sunset", { daylight: -0.12, warmth: 1.15, sunY: -0.8, cloud: 0.25 }],
  ["sunrise dawn morning", { daylight: 0.15, warmth: 0.8, sunY: -0.6, fog: 0.15 }],
  ["day noon midday daylight", { daylight: 0.8 }],
  ["bright sunny sunlit clear", { daylight: 0.5, cloud: -0.6, vividness: 0.1 }],
  ["golden amber", { warmth: 0.6, lush: -0.2 }],
  ["dark gloomy storm stormy rain rainy", { daylight: -0.4, cloud: 0.8, calm: -0.5 }],
  ["sea ocean bay coast coastal seaside island", { water: 1.2, relief: -0.5 }],
  ["lake fjord pond lagoon", { water: 0.55, calm: 0.6, relief: 0.3 }],
  ["river stream beach shore", { water: 0.4, relief: -0.2 }],
  ["calm still quiet peaceful serene tranquil", { calm: 0.9, cloud: -0.2 }],
  ["wave wavy rough", { calm: -1, water: 0.3 }],
  ["mountain mountains alps alpine peak ridge cliff", { relief: 1, water: -0.15 }],
  ["hill hills rolling valley canyon", { relief: 0.2, lush: 0.3, water: -0.4 }],
  ["plain plains prairie savanna steppe", { relief: -0.8, water: -0.9, lush: -0.3 }],
  ["forest wood woods woodland jungle tree trees", { lush: 1, water: -0.4 }],
  ["meadow field grass grassland pasture", { lush: 0.8, water: -0.8, relief: -0.2 }],
  ["spring summer lush green verdant", { lush: 0.7, daylight: 0.2 }],
  ["autumn fall", { lush: -0.7, warmth: 0.3 }],
  ["desert sahara arid dune dunes sand sandy", { lush: -1.4, water: -1.1, relief: -0.4, snow: -0.5 }],
  ["winter frozen ice icy frost snow snowy arctic", { snow: 1, lush: -0.4 }],
  ["mist misty fog foggy haze hazy", { fog: 1, vividness: -0.1 }],
  ["cloud clouds cloudy overcast", { cloud: 1.2 }],
  ["star stars starry milky galaxy", { stars: 1.1, daylight: -0.6, cloud: -0.5 }],
  ["moon moonlight moonlit", { moon: 1.1, daylight: -0.6 }],
  ["lighthouse beacon tower", { lighthouse: 1.2, water: 0.5 }],
  ["boat ship sailboat yacht sailing sail", { boat: 1.1, water: 0.6 }],
  ["house cottage cabin village hut farm town", { house: 1.1 }],
  ["kite", { kite: 1.2 }],
  ["red crimson scarlet", { accent: 0.05 }],
  ["orange yellow", { accent: 0.5 }],
  ["pink rose", { accent: 1 }],
  ["turquoise teal cyan", { accent: -0.5 }],
  ["blue azure purple violet", { accent: -1 }],
  ["vivid colorful colourful saturated vibrant", { vividness: 0.4 }],
  ["muted pastel pale soft", { vividness: -0.3, fog: 0.2 }],
  ["abstract cubist geometric", { abstract: 0.8 }],
  ["ink monochrome grayscale sketch", { ink: 0.9 }],
];

const words = new Map(entries.flatMap(([list, values]) => list.split(" ").map((word) => [word, values])));

/** The scene values of a word; undefined for an unknown word. */
export const valuesOfWord = (word: string): SceneValues | undefined =>
  words.get(word) ?? words.get(word.replace(/(es|s)$/, "")) ?? words.get(word.replace(/s$/, ""));

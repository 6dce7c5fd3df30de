// The tags of the AUTOMATIC1111 web UI that load networks, which most programs write: `<lora:name:0.8>`. The rest is plain text.

import { isDecimal } from "./decimal.js";
import { escapePrompt, plainPrompt } from "./escape-prompt.js";
import { trimBlanksEnd } from "./special-characters.js";

export interface ForeignPrompt {
  readonly prompt: string;
  /** Sentences for the user that say what was left out. */
  readonly notes: readonly string[];
}

/** Far more than a prompt may have; a file of another program may have megabytes. */
const maxCharacters = 50_000;
/** The most notes about one prompt. */
const maxNotes = 20;
const networkPattern = /<(\w+):([^<>\r\n]+)>/g;
const knownTypes = new Set(["lora", "lyco", "embedding"]);

/** The weight as our tags have it; undefined for no number. */
const weightOf = (text: string | undefined): string | undefined =>
  text !== undefined && isDecimal(text.trim()) ? text.trim() : undefined;

/** The values of a tag: by position, and those with a name such as `te=0.5`. */
function readValues(values: readonly string[]) {
  const named = new Map<string, string>();
  const positional: string[] = [];
  for (const value of values) {
    const [, name, of] = /^\s*(\w+)\s*=(.*)$/.exec(value) ?? [];
    if (name === undefined || of === undefined) positional.push(value);
    else named.set(name.toLowerCase(), of);
  }
  return { named, positional };
}

const isEmbeddingTag = (values: readonly string[]): boolean =>
  values.length === 0 || (values.length === 1 && weightOf(values[0]) !== undefined);

/** A tag that loads a LoRA, with at most two weights: of the model, and of the text encoder. The name becomes one line. */
export function loraTag(name: string, weights: readonly string[]): string {
  const written = name
    .trim()
    .replace(/[\r\n]+/g, " ")
    .replace(/[\\:<>{}|]/g, "\\$&");
  return `<${["lora", written, ...weights].join(":")}>`;
}

/** The names of the LoRAs that a prompt loads. */
export const loraNames = (prompt: string): readonly string[] =>
  [...prompt.matchAll(/(?<!\\)<lora:((?:\\.|[^\\:<>{}|\r\n])+)[:>]/gi)].map(([, name = ""]) =>
    plainPrompt(name),
  );

/**
 * The web UI reads `<lora:name:TEXT ENCODER:MODEL>`, or the two weights as `te=` and `unet=`; in our tags, the weight
 * of the model is the first one. Other values, such as the weights of blocks, have no counterpart.
 */
function readLora(
  name: string,
  values: readonly string[],
): { readonly tag: string; readonly left: readonly string[] } {
  const { named, positional } = readValues(values);
  const [first, second, ...others] = positional;
  const te = weightOf(named.get("te")) ?? weightOf(first) ?? "1";
  const unet = weightOf(named.get("unet")) ?? weightOf(second) ?? weightOf(first) ?? te;
  const left = [
    ...[first, second].filter((value) => value !== undefined && weightOf(value) === undefined),
    ...others,
    ...[...named]
      .filter(([key, value]) => !["te", "unet"].includes(key) || weightOf(value) === undefined)
      .map(([key, value]) => `${key}=${value}`),
  ].filter((value) => value !== undefined);
  const weights = te === unet ? (values.length === 0 ? [] : [unet]) : [unet, te];
  return { tag: loraTag(name, weights), left };
}

/** Joins the texts around something that was left out, with one separator instead of two. */
function joinAround(left: string, right: string): string {
  const before = trimBlanksEnd(left);
  if (/^[ \t]*$/.test(right)) return before.replace(/,$/, "");
  if (/^[ \t]*[,\n\r]/.test(right) && !/(^|[,\n])$/.test(before)) return before + right;
  if (!/(^|[,\n])$/.test(before)) return left + right.replace(/^[ \t]+/, left === before ? " " : "");
  return (before.endsWith(",") ? `${before} ` : before) + right.replace(/^[ \t]*,?[ \t]*/, "");
}

/** Leaves out the networks of types that Pictor does not have, each with a note. */
function withoutUnknownNetworks(text: string): { readonly text: string; readonly notes: readonly string[] } {
  const notes: string[] = [];
  let known = "";
  let at = 0;
  let hasGap = false;
  const append = (piece: string): void => {
    known = hasGap ? joinAround(known, piece) : known + piece;
  };
  for (const { 0: source, 1: type = "", index } of text.matchAll(networkPattern)) {
    if (knownTypes.has(type.toLowerCase())) continue;
    append(text.slice(at, index));
    at = index + source.length;
    hasGap = true;
    notes.push(`Left out, because Pictor has no network of this type: ${source}.`);
  }
  append(text.slice(at));
  return { text: known, notes };
}

/**
 * The prompt for a text in which `<lora:...>` and `<lyco:...>` are tags, as in the AUTOMATIC1111 web UI and the
 * programs that write as it does. A network of another type is left out with a note. Everything else is text.
 */
export function fromNetworkSyntax(given: string): ForeignPrompt {
  if (given.length > maxCharacters)
    return {
      prompt: escapePrompt(given),
      notes: ["The prompt is too long for a search for tags, so all of it is text."],
    };
  const { text, notes } = withoutUnknownNetworks(given);
  const valueNotes: string[] = [];
  let prompt = "";
  let at = 0;
  for (const { 0: source, 1: type = "", 2: rest = "", index } of text.matchAll(networkPattern)) {
    const [name = "", ...values] = rest.split(":");
    const isEmbedding = type.toLowerCase() === "embedding";
    if (name.trim() === "" || (isEmbedding && !isEmbeddingTag(values))) continue;
    const { tag, left } = isEmbedding ? { tag: source, left: [] } : readLora(name, values);
    prompt += escapePrompt(text.slice(at, index)) + tag;
    at = index + source.length;
    if (left.length > 0) valueNotes.push(`Left out of the LoRA ${name.trim()}: ${left.join(", ")}.`);
  }
  return {
    prompt: prompt + escapePrompt(text.slice(at)),
    notes: [...new Set([...notes, ...valueNotes])].slice(0, maxNotes),
  };
}

/** The text with network tags for a prompt without choices, wildcards and comments: the inverse of `fromNetworkSyntax`. */
export const toNetworkSyntax = (prompt: string): string =>
  prompt.replace(
    /\\([^()])|<lora:((?:\\.|[^\\:<>{}|\r\n])+):([^:<>]+):([^:<>]+)>/gi,
    (_whole, escaped: string | undefined, name = "", model = "", textEncoder = "") =>
      escaped ??
      `<lora:${plainPrompt(name as string)}:${(textEncoder as string).trim()}:${(model as string).trim()}>`,
  );

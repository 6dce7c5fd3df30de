// Why a prompt waits, in words for people. Pure.

import type { MemberStatus, PromptWait } from "@pictor/kernel/plugin";
import { describeLacks, listOf, type Judgement } from "../needs/refusal.js";

/** A member, and what it lacks for the prompt; nothing: it can run the prompt. */
export interface JudgedMember extends Pick<Judgement, "member" | "lacks"> {
  readonly state: MemberStatus["state"];
}

const namesOf = (members: readonly JudgedMember[]): string => listOf(members.map(({ member }) => member));

const inState: Readonly<Record<"draining" | "unreachable" | "unchecked", string>> = {
  draining: "draining",
  unreachable: "no answer",
  unchecked: "no answer yet",
};

/** Why every prompt of a paused backend waits. */
export const pausedWait: PromptWait = {
  why: "paused",
  detail: "the backend is paused, and no member gets prompts",
};

/** Why a prompt waits for which the members were judged, on a backend that is not paused. */
export function explainWait(members: readonly JudgedMember[]): PromptWait {
  if (members.length === 0) return { why: "unreachable", detail: "there is no member that could run it" };
  const able = members.filter(({ lacks }) => lacks.length === 0);
  if (able.length === 0) return { why: "unable", detail: describeLacks(members).join("; ") };
  const ready = able.filter(({ state }) => state === "ready");
  if (ready.length > 0)
    return { why: "turn", detail: `others run first on the members that can run it: ${namesOf(ready)}` };
  const states = (["draining", "unreachable", "unchecked"] as const).flatMap((state) => {
    const those = able.filter((one) => one.state === state);
    return those.length === 0 ? [] : [`${namesOf(those)} (${inState[state]})`];
  });
  const why = able.every(({ state }) => state === "draining") ? "draining" : "unreachable";
  return { why, detail: `the members that can run it get no prompts: ${states.join(", ")}` };
}

// Metrics of the members of a backend and of those who wait for them. Pure.
//
// No metric names an owner: the name of a token or of a user could be personal. The classes are the prompts that name an
// owner and those that name none.

import type { FarmStatus, MemberStatus } from "@pictor/kernel";
import { counter, gauge, type Metric, type Sample } from "./prometheus-text.js";

/** The state of a backend, by the name of its instance; undefined if it could not be read. */
export interface FarmReading {
  readonly backend: string;
  readonly status: FarmStatus | undefined;
}

const memberStates = [
  "ready",
  "draining",
  "unreachable",
  "unchecked",
] as const satisfies readonly MemberStatus["state"][];

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** The prompts of each class of owners in one state. */
function ownerSamples({ owners }: FarmStatus, state: "waiting" | "running"): readonly Sample[] {
  const of = (isNamed: boolean): number =>
    sumOf(owners.filter(({ owner }) => (owner !== undefined) === isNamed).map((each) => each[state]));
  return [
    { labels: { owner: "named", state }, value: of(true) },
    { labels: { owner: "unnamed", state }, value: of(false) },
  ];
}

function backendMetrics(readings: readonly FarmReading[]): readonly Metric[] {
  const ofStatus = (read: (status: FarmStatus) => readonly Sample[]): readonly Sample[] =>
    readings.flatMap(({ backend, status }) =>
      (status === undefined ? [] : read(status)).map(({ labels, value }) => ({
        labels: { backend, ...labels },
        value,
      })),
    );
  const counted = (count: (status: FarmStatus) => number | boolean) =>
    ofStatus((status) => [{ value: count(status) }]);
  return [
    gauge(
      "pictor_backend_up",
      "Whether the state of a backend with members could be read.",
      readings.map(({ backend, status }) => ({ labels: { backend }, value: status !== undefined })),
    ),
    gauge(
      "pictor_backend_paused",
      "Whether a person has paused a backend, so that no member gets prompts.",
      counted(({ isPaused }) => isPaused),
    ),
    gauge(
      "pictor_backend_members",
      "Members of a backend by state.",
      ofStatus(({ members }) =>
        memberStates.map((state) => ({
          labels: { state },
          value: members.filter((member) => member.state === state).length,
        })),
      ),
    ),
    gauge(
      "pictor_backend_prompts",
      "Prompts of a backend that wait or run, of named owners and of prompts without an owner.",
      ofStatus((status) => [...ownerSamples(status, "waiting"), ...ownerSamples(status, "running")]),
    ),
    gauge(
      "pictor_backend_owners_waiting",
      "Owners with prompts that wait.",
      counted(({ owners }) => owners.filter(({ waiting }) => waiting > 0).length),
    ),
    gauge(
      "pictor_backend_longest_queue",
      "Waiting prompts of the owner with the most waiting prompts.",
      counted(({ owners }) => Math.max(0, ...owners.map(({ waiting }) => waiting))),
    ),
  ];
}

function memberMetrics(
  readings: readonly FarmReading[],
  isShown: (member: MemberStatus) => boolean,
): readonly Metric[] {
  const ofMembers = (read: (member: MemberStatus) => readonly Sample[]): readonly Sample[] =>
    readings.flatMap(({ backend, status }) =>
      (status?.members ?? [])
        .filter(isShown)
        .flatMap((member) =>
          read(member).map(({ labels, value }) => ({
            labels: { backend, member: member.name, ...labels },
            value,
          })),
        ),
    );
  return [
    gauge(
      "pictor_member_ready",
      "Whether a member gets prompts.",
      ofMembers(({ state }) => [{ value: state === "ready" }]),
    ),
    gauge(
      "pictor_member_running",
      "Prompts that a member runs, or that wait in its own queue.",
      ofMembers(({ running }) => [{ value: running }]),
    ),
    counter(
      "pictor_member_prompts_total",
      "Prompts that have ended on a member: lost ones, and others.",
      ofMembers(({ ended, lost }) => [
        { labels: { result: "known" }, value: ended - lost },
        { labels: { result: "lost" }, value: lost },
      ]),
    ),
    counter(
      "pictor_member_model_switches_total",
      "How often a member had to load other models.",
      ofMembers(({ modelSwitches }) => [{ value: modelSwitches }]),
    ),
    gauge(
      "pictor_member_step_seconds",
      "Measured seconds for a sampling step with the loaded models.",
      ofMembers(({ stepMs }) => (stepMs === undefined ? [] : [{ value: stepMs / 1000 }])),
    ),
  ];
}

/** `isShown` chooses the members that have metrics of their own. Default: all. */
export const farmMetrics = (
  readings: readonly FarmReading[],
  isShown: (member: MemberStatus) => boolean = () => true,
): readonly Metric[] => [...backendMetrics(readings), ...memberMetrics(readings, isShown)];

// Metrics of the members of a backend and of those who wait for them. Pure.
//
// No metric names an owner: the name of a token or of a user could be personal. The classes are the prompts that name an
// owner and those that name none.

import type { FarmStatus, MemberStatus } from "@pictor/kernel";
import type { Metric, Sample } from "./prometheus-text.js";

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
function ownerSamples({ backend, status }: FarmReading, state: "waiting" | "running"): readonly Sample[] {
  if (status === undefined) return [];
  const of = (isNamed: boolean): number =>
    sumOf(status.owners.filter(({ owner }) => (owner !== undefined) === isNamed).map((each) => each[state]));
  return [
    { labels: { backend, owner: "named", state }, value: of(true) },
    { labels: { backend, owner: "unnamed", state }, value: of(false) },
  ];
}

const longestQueue = ({ backend, status }: FarmReading): readonly Sample[] =>
  status === undefined
    ? []
    : [{ labels: { backend }, value: Math.max(0, ...status.owners.map(({ waiting }) => waiting)) }];

const stateSamples = ({ backend, status }: FarmReading): readonly Sample[] =>
  status === undefined
    ? []
    : memberStates.map((state) => ({
        labels: { backend, state },
        value: status.members.filter((member) => member.state === state).length,
      }));

const backendMetrics = (readings: readonly FarmReading[]): readonly Metric[] => [
  {
    name: "pictor_backend_up",
    type: "gauge",
    help: "Whether the state of a backend with members could be read.",
    samples: readings.map(({ backend, status }) => ({
      labels: { backend },
      value: status === undefined ? 0 : 1,
    })),
  },
  {
    name: "pictor_backend_paused",
    type: "gauge",
    help: "Whether a person has paused a backend, so that no member gets prompts.",
    samples: readings.flatMap(({ backend, status }) =>
      status === undefined ? [] : [{ labels: { backend }, value: status.isPaused ? 1 : 0 }],
    ),
  },
  {
    name: "pictor_backend_members",
    type: "gauge",
    help: "Members of a backend by state.",
    samples: readings.flatMap(stateSamples),
  },
  {
    name: "pictor_backend_prompts",
    type: "gauge",
    help: "Prompts of a backend that wait or run, of owners that are named and of prompts that name none.",
    samples: readings.flatMap((each) => [...ownerSamples(each, "waiting"), ...ownerSamples(each, "running")]),
  },
  {
    name: "pictor_backend_owners_waiting",
    type: "gauge",
    help: "Owners with prompts that wait.",
    samples: readings.flatMap(({ backend, status }) =>
      status === undefined
        ? []
        : [{ labels: { backend }, value: status.owners.filter(({ waiting }) => waiting > 0).length }],
    ),
  },
  {
    name: "pictor_backend_longest_queue",
    type: "gauge",
    help: "Waiting prompts of the owner who has most of them.",
    samples: readings.flatMap(longestQueue),
  },
];

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
    {
      name: "pictor_member_ready",
      type: "gauge",
      help: "Whether a member gets prompts.",
      samples: ofMembers(({ state }) => [{ value: state === "ready" ? 1 : 0 }]),
    },
    {
      name: "pictor_member_running",
      type: "gauge",
      help: "Prompts that a member runs, or that wait in its own queue.",
      samples: ofMembers(({ running }) => [{ value: running }]),
    },
    {
      name: "pictor_member_prompts_total",
      type: "counter",
      help: "Prompts that have ended on a member; those that are lost, and the others.",
      samples: ofMembers(({ ended, lost }) => [
        { labels: { result: "known" }, value: ended - lost },
        { labels: { result: "lost" }, value: lost },
      ]),
    },
    {
      name: "pictor_member_model_switches_total",
      type: "counter",
      help: "How often a member had to load other models.",
      samples: ofMembers(({ modelSwitches }) => [{ value: modelSwitches }]),
    },
    {
      name: "pictor_member_step_seconds",
      type: "gauge",
      help: "Measured seconds for a sampling step with the loaded models.",
      samples: ofMembers(({ stepMs }) => (stepMs === undefined ? [] : [{ value: stepMs / 1000 }])),
    },
  ];
}

/** `isShown` chooses the members that have metrics of their own. Default: all. */
export const farmMetrics = (
  readings: readonly FarmReading[],
  isShown: (member: MemberStatus) => boolean = () => true,
): readonly Metric[] => [...backendMetrics(readings), ...memberMetrics(readings, isShown)];

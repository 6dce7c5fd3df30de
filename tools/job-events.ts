// The events of a job with their members and what they mean, as schemas/events.schema.json describes their lines.

import { readFileSync } from "node:fs";

export interface DeclaredEvent {
  readonly type: string;
  /** The members besides `type`, `jobId` and `batch`. */
  readonly members: readonly string[];
  /** What the event and its members mean. */
  readonly meaning: string;
}

interface Described {
  readonly description?: string;
}
interface Definition extends Described {
  readonly oneOf: readonly { readonly $ref: string }[];
  readonly properties: Readonly<Record<string, Described>>;
}

const common: readonly string[] = ["type", "jobId", "batch"];
/** The members of events that differ from their lines: `InProcess` in kernel/contract/jobs.ts. */
const inProcess: Readonly<Record<string, readonly string[]>> = {
  preview: ["node", "mime", "bytes"],
  output: ["output"],
  error: ["error"],
};

function eventOf(type: string, { description = "", properties }: Definition): DeclaredEvent {
  const own = inProcess[type];
  const members = own ?? Object.keys(properties).filter((name) => !common.includes(name));
  const explained = members.flatMap((name) => {
    const text = own === undefined ? properties[name]?.description : undefined;
    return text === undefined ? [] : [`\`${name}\`: ${text}.`];
  });
  return { type, members, meaning: [`${description}.`, ...explained].join(" ") };
}

/** The events in the order of `jobLine`. */
export function jobEvents(): readonly DeclaredEvent[] {
  const { $defs } = JSON.parse(readFileSync("schemas/events.schema.json", "utf8")) as {
    readonly $defs: Readonly<Record<string, Definition>>;
  };
  return ($defs["jobLine"]?.oneOf ?? []).flatMap(({ $ref }) => {
    const type = $ref.replace("#/$defs/", "");
    const found = $defs[type];
    return found === undefined ? [] : [eventOf(type, found)];
  });
}

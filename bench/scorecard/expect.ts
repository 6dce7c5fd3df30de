// Named checks of a result. Each returns undefined if the result is right, otherwise a sentence that says what is wrong.

import type { Ending } from "../peers/client.js";

export type Status = Ending["status"];

/** What became of an image; `named`: not fetched by the client, but on the server. */
export type Truth = "whole" | "named" | "cut short" | "altered" | "not there" | "not fetched";

export interface JudgedEnding {
  readonly status: Status;
  readonly reason: string;
  readonly truths: readonly Truth[];
}
export interface Expectation {
  readonly says: string;
  readonly fault: (ending: JudgedEnding) => string | undefined;
}

/** Finished with `count` images, each complete; for clients that do not fetch images, with the server's names. */
export const finished = (count: number): Expectation => ({
  says: `finished, ${count} image${count === 1 ? "" : "s"}`,
  fault({ status, truths }) {
    if (status !== "finished") return `ended as ${status}`;
    if (truths.length !== count) return `${truths.length} images`;
    const bad = truths.find((truth) => truth !== "whole" && truth !== "named");
    return bad && `the image is ${bad}`;
  },
});

/** Failed, with a reason that names the cause. */
export const failed = (pattern: RegExp): Expectation => ({
  says: `failed, the reason has ${String(pattern)}`,
  fault({ status, reason }) {
    if (status !== "failed" && status !== "lost") return `ended as ${status}`;
    return pattern.test(reason) ? undefined : "failed without the real reason";
  },
});

export const interrupted: Expectation = {
  says: "interrupted",
  fault: ({ status }) => (status === "interrupted" ? undefined : `ended as ${status}`),
};

/** There will be no image, and the client reports that: any result but success. */
export const gone: Expectation = {
  says: "lost, failed or interrupted",
  fault: ({ status }) => (status === "finished" ? "claims to be finished" : undefined),
};

/** Either of two results is right. */
export const either = (one: Expectation, other: Expectation): Expectation => ({
  says: `${one.says}; or ${other.says}`,
  fault: (ending) => one.fault(ending) && other.fault(ending),
});

// Named checks of a result. Each returns undefined if the result is right, otherwise a sentence that says what is wrong.

const isWhole = (file) => file.truth === "whole" || file.truth === "named";

/** Finished with `count` images, each complete; for clients that do not fetch images, with the server's names. */
export const finished = (count) => ({
  says: `finished, ${count} image${count === 1 ? "" : "s"}`,
  fault({ status, files }) {
    if (status !== "finished") return `ended as ${status}`;
    if (files.length !== count) return `${files.length} images`;
    const bad = files.find((file) => !isWhole(file));
    return bad && `the image is ${bad.truth}`;
  },
});

/** Failed, with a reason that names the cause. */
export const failed = (pattern) => ({
  says: `failed, the reason has ${String(pattern)}`,
  fault({ status, reason }) {
    if (status !== "failed" && status !== "lost") return `ended as ${status}`;
    return pattern.test(reason) ? undefined : "failed without the real reason";
  },
});

export const interrupted = {
  says: "interrupted",
  fault: ({ status }) => (status === "interrupted" ? undefined : `ended as ${status}`),
};

/** There will be no image, and the client reports that: any result but success. */
export const gone = {
  says: "lost, failed or interrupted",
  fault: ({ status }) => (status === "finished" ? "claims to be finished" : undefined),
};

/** Either of two results is right. */
export const either = (one, other) => ({
  says: `${one.says}; or ${other.says}`,
  fault: (ending) => one.fault(ending) && other.fault(ending),
});

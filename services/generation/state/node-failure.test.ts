// Errors of failed nodes: long messages are shortened, and lack of memory has its own code.

import { describe, expect, it } from "vitest";
import { nodeFailure } from "./node-failure.js";

const failure = (exception: string, message: string) =>
  nodeFailure({ node: "3", classType: "KSampler", exception, message });
const advice =
  "This error means you ran out of memory on your GPU.\n\nTIPS: If the workflow worked before ...";

it.each(["Unauthorized: Please login first to use this node.", "Unauthorized: the api key is not valid."])(
  "a partner node without an account that says %s asks for the key of one",
  (message) => {
    expect(failure("Exception", message)).toMatchObject({
      code: "AUTH_PARTNER_KEY",
      what: expect.stringMatching(
        /^The node 3 \(KSampler\) is a partner node.*: Unauthorized: [^.]*\.$/,
      ) as string,
      hint: expect.stringContaining("partnerKey of the backend") as string,
      details: { node: "3" },
    });
  },
);

it("a model that the policy of the server does not permit is named, with what to do", () => {
  const refused = failure(
    "app.governance.ModelNotPermittedError",
    "Model 'own.safetensors' is not permitted by your organization's policy.",
  );
  expect(refused).toMatchObject({
    code: "NODE_MODEL_REFUSED",
    what: "The policy of the backend's organization does not permit the model in the node 3 (KSampler): Model 'own.safetensors' is not permitted by your organization's policy.",
    hint: expect.stringContaining("Choose a model that the policy permits") as string,
    details: { node: "3", exception: "app.governance.ModelNotPermittedError" },
  });
});

it.each([
  ["the largest one", 18446744073709551615n, "NODE_SEED_REFUSED"],
  ["a smaller one", 18446744073709551614n, "NODE_FAILED"],
])("torch's refusal of a number of more than 64 bits is explained by the seed: %s", (_name, seed, code) => {
  const graph = { "3": { class_type: "KSampler", inputs: { seed } } };
  const error = {
    node: "3",
    classType: "KSampler",
    exception: "RuntimeError",
    message: "Overflow when unpacking long",
  };
  expect(nodeFailure(error, graph).code).toBe(code);
});

describe("out of memory", () => {
  it.each([
    [
      "torch.OutOfMemoryError",
      `Allocation on device 0 would exceed allowed memory.\nRequested: 3 GiB\n${advice}`,
    ],
    ["torch.cuda.OutOfMemoryError", "Allocation on device 0 would exceed allowed memory."],
    ["RuntimeError", `Allocation on device 0 would exceed allowed memory.\n\n${advice}`],
  ])("as %s is reported with the first line of the message", (exception, message) => {
    expect(failure(exception, message)).toMatchObject({
      code: "NODE_OUT_OF_MEMORY",
      what: "The backend ran out of memory in the node 3 (KSampler): Allocation on device 0 would exceed allowed memory.",
      hint: expect.stringMatching(/smaller size.*free memory/),
      details: { node: "3", class: "KSampler", exception },
    });
  });

  it.each([
    ["OSError", "[Errno 28] No space left on device: '/out/x.png'"],
    ["RuntimeError", "[enforce fail at inline_container.cc] No space left on device"],
    ["OSError", "[Errno 122] Disk quota exceeded"],
    ["OSError", "[WinError 112] There is not enough space on the disk."],
  ])("%s of a full disk is reported as such: %s", (exception, message) => {
    expect(failure(exception, message)).toMatchObject({
      code: "NODE_DISK_FULL",
      what: expect.stringContaining("The disk of the backend is full in the node 3 (KSampler)") as string,
      hint: expect.stringContaining("Free some space on the server") as string,
    });
  });

  it("without a message is described by its name", () => {
    expect(failure("torch.OutOfMemoryError", ` ${advice}`).details["reason"]).toBe("torch.OutOfMemoryError");
  });

  it("is not recognized from advice that a server adds to every exception", () => {
    expect(failure("ValueError", `steps must be positive\n\n${advice}`)).toMatchObject({
      code: "NODE_FAILED",
      details: { exception: "ValueError", reason: "steps must be positive" },
    });
  });
});

describe("any other exception", () => {
  it("that is long is cut", () => {
    const { details } = failure("ValueError", "x".repeat(100_000));
    expect(String(details["reason"])).toMatch(/^x{500} \.\.\.$/);
    const cut = failure("ValueError", `x${"😀".repeat(1_000)}`).details["reason"];
    expect(cut).toMatch(/^x(?:😀){249} \.\.\.$/u);
  });

  it("with a traceback is reported without it", () => {
    const message = 'bad size\nTraceback (most recent call last):\n  File "/srv/nodes.py", line 3';
    expect(failure("ValueError", message).details["reason"]).toBe("bad size");
  });

  it("without node, class and message", () => {
    expect(nodeFailure({ exception: "UnsupportedModelError", message: "\n" })).toMatchObject({
      what: "The generation failed on the backend: UnsupportedModelError.",
      details: { node: "?", exception: "UnsupportedModelError", reason: "" },
    });
  });

  it("with a sentence as its message ends with one period", () => {
    expect(failure("Exception", "Choose another model.").what).toMatch(
      /: Exception: Choose another model\.$/,
    );
  });

  it("of a node names the model files that the node was given", () => {
    const inputs = {
      unet_name: "sub/flux dev.safetensors",
      weight_dtype: "default",
      clip: ["1", 0],
    } as const;
    const graph = { "3": { class_type: "UNETLoader", inputs } };
    const error = {
      node: "3",
      classType: "UNETLoader",
      exception: "SafetensorError",
      message: "header too large",
    };
    expect(nodeFailure(error, graph).what).toBe(
      "The node 3 (UNETLoader, sub/flux dev.safetensors) failed on the backend: SafetensorError: header too large.",
    );
    expect(nodeFailure({ ...error, node: "4" }, graph).what).toContain("node 4 (UNETLoader) failed");
  });

  it("of a node names it, and of a backend without nodes names none", () => {
    expect(failure("ValueError", "bad size").what).toBe(
      "The node 3 (KSampler) failed on the backend: ValueError: bad size.",
    );
    expect(nodeFailure({ exception: "ValueError", message: "bad size" }).what).toBe(
      "The generation failed on the backend: ValueError: bad size.",
    );
    expect(nodeFailure({ exception: "OutOfMemoryError", message: "no space" }).what).toBe(
      "The backend ran out of memory: no space.",
    );
  });
});

// Tests of the plan: its steps, which are done, and the commands of the others.

import { describe, expect, it } from "vitest";
import { posixPath } from "@pictor/host/testing";
import { managedFault } from "../faults.js";
import { layoutOf } from "../layout.js";
import { complete, groupDefaults, type CompleteSettings } from "../settings.js";
import { planSteps, type PlannedStep } from "./plan-steps.js";
import type { Snapshot } from "./snapshot.js";
import { stepIds, type StepId, type StepRecords } from "./steps.js";

const source = { name: "studio", dataFolder: "/d", workingDirectory: "/", platform: "linux" } as const;

interface Changes {
  readonly install?: Partial<CompleteSettings["install"]>;
  readonly python?: string;
  readonly steps?: StepRecords;
  readonly disk?: Partial<Snapshot["disk"]>;
  readonly facts?: Partial<Snapshot["facts"]>;
  readonly tree?: Snapshot["tree"];
}
function snapshot({ install, python = "", steps = {}, disk, facts, tree = {} }: Changes = {}): Snapshot {
  const settings = complete({ python, directory: "/s", install: { ...groupDefaults.install, ...install } });
  return {
    layout: layoutOf(settings, source),
    settings,
    facts: {
      python: { kind: "found", python: { version: [3, 12, 1], executable: "/usr/bin/python3", missing: [] } },
      hasUv: false,
      device: "cpu",
      torch: { kind: "known", indexes: { index: "https://download.pytorch.org/whl/cpu", extra: [] } },
      freeGB: 79.66,
      cloneProblem: undefined,
      ...facts,
    },
    state: { format: 1, steps },
    disk: { hasTree: false, hasEnvironment: false, models: "none", ...disk },
    tree,
  };
}
const pendingOf = (steps: readonly PlannedStep[]): readonly string[] =>
  steps.filter(({ state }) => state === "pending").map(({ id }) => id);
const stepDetails = (steps: readonly PlannedStep[], id: StepId): readonly string[] =>
  steps.find((step) => step.id === id)?.detail ?? [];

const whole = { disk: { hasTree: true, hasEnvironment: true }, tree: { requirements: "torch\naiohttp\n" } };
/** The snapshot after an installation: each step is recorded with its inputs at that moment. */
function installed(changes: Changes = {}): StepRecords {
  let steps: StepRecords = {};
  for (const [index, id] of stepIds.entries()) {
    const planned = planSteps(snapshot({ ...whole, ...changes, steps })).find((step) => step.id === id);
    if (planned === undefined || id === "space") continue;
    const facts: Readonly<Record<string, string>> =
      id === "torch" ? { device: "cpu", index: "--index-url https://download.pytorch.org/whl/cpu" } : {};
    steps = { ...steps, [id]: { status: "finished", inputs: planned.inputs, at: `t${index}`, facts } };
  }
  return steps;
}

describe("a machine without an installation", () => {
  it("gets every step in order", () => {
    const steps = planSteps(snapshot());
    expect(steps.map(({ id }) => id)).toEqual([
      "space",
      "clone",
      "environment",
      "torch",
      "requirements",
      "manager",
      "verify",
    ]);
    expect(pendingOf(steps)).toHaveLength(7);
  });

  it("gets the command lines, without running anything", () => {
    const steps = planSteps(snapshot());
    expect(steps.flatMap(({ detail }) => detail).map(posixPath)).toEqual([
      "/s: 79.7 GB free, 8 GB asked for",
      "git clone --depth 1 --branch <newest release> https://github.com/Comfy-Org/ComfyUI.git /s/ComfyUI",
      "/usr/bin/python3 -I -u -m venv /s/venv",
      expect.stringMatching(/^device: cpu; no graphics card was found/),
      "/s/venv/bin/python -I -u -X utf8 -m pip install --disable-pip-version-check --no-input torch torchvision torchaudio --index-url https://download.pytorch.org/whl/cpu",
      "/s/venv/bin/python -I -u -X utf8 -m pip install --disable-pip-version-check --no-input -r /s/ComfyUI/requirements.txt",
      "/s/venv/bin/python -I -u -X utf8 -m pip install --disable-pip-version-check --no-input -r /s/ComfyUI/manager_requirements.txt (if the version includes that file)",
      '/s/venv/bin/python -I -c "import torch"',
      "/s/venv/bin/python /s/ComfyUI/main.py --help",
      "/s/venv/bin/python /s/ComfyUI/main.py --quick-test-for-ci (if the version supports it)",
    ]);
  });

  it("shows no credentials", () => {
    const secret = "https://me:hunter22@host/x";
    const install = {
      source: `${secret}.git`,
      index: secret,
      extraIndexes: [secret],
      packages: [`a @ ${secret}`],
    };
    const torch = { kind: "known", indexes: { index: secret, extra: [] } } as const;
    const steps = planSteps(snapshot({ install, facts: { torch } }));
    expect(JSON.stringify(steps)).not.toContain("hunter22");
    expect(stepDetails(steps, "clone").join()).toContain("https://***@host/x.git");
  });

  it("uses uv if it exists, with a Python of uv if there is no other", () => {
    const facts = { hasUv: true, python: { kind: "none", found: "python3 was not found" } } as const;
    const steps = planSteps(snapshot({ facts }));
    expect(stepDetails(steps, "environment").map(posixPath)).toEqual([
      "uv venv --seed --python 3.12 /s/venv",
    ]);
    expect(posixPath(stepDetails(steps, "requirements")[0] ?? "")).toMatch(
      /^uv pip install --python \/s\/venv\/bin\/python -r /,
    );
  });

  it("reports that Python is missing", () => {
    const facts = { python: { kind: "none", found: "python3 is 3.8.2" } } as const;
    const step = planSteps(snapshot({ facts })).find(({ id }) => id === "environment");
    expect(step?.problem?.what).toContain("python3 is 3.8.2");
    expect(step?.detail).toEqual([]);
  });

  it("mentions a large torch only for a graphics card", () => {
    const large = planSteps(snapshot({ facts: { device: "nvidia" } }));
    expect(stepDetails(large, "torch")[0]).toBe("device: nvidia; torch for it is several gigabytes");
    const asked = snapshot({ install: { device: "cpu" } });
    expect(stepDetails(planSteps(asked), "torch")[0]).toBe("device: cpu");
  });

  it.each<[string, boolean, Changes]>([
    ["a version that requires it", true, { disk: { hasTree: true }, tree: { requirements: "torch\n" } }],
    ["a version that does not", false, { disk: { hasTree: true }, tree: { requirements: "aiohttp\n" } }],
    ["ComfyUI's own repository", true, {}],
    ["another repository, of which that is not known yet", false, { install: { source: "/src" } }],
  ])("reports that PyTorch has no packages, for %s", (_name, isReported, changes) => {
    const torch = { kind: "unknown", reason: "no packages for this Mac" } as const;
    const step = planSteps(snapshot({ ...changes, facts: { torch } })).find(({ id }) => id === "torch");
    expect(step?.problem?.code).toBe(isReported ? "MANAGED_TORCH_INDEX" : undefined);
    const hasTorch = changes.tree?.requirements !== "aiohttp\n";
    expect(step?.detail.includes(torch.reason)).toBe(hasTorch && !isReported);
  });

  it("has exactly the steps that the settings require", () => {
    const ids = planSteps(
      snapshot({ install: { packages: ["numpy<2"], manager: false }, disk: { models: "stale" } }),
    ).map(({ id }) => id);
    expect(ids).toContain("packages");
    expect(ids).toContain("models");
    expect(ids).not.toContain("manager");
  });
});

describe("a complete installation", () => {
  it("has no pending step, whatever the machine lacks", () => {
    const python = { kind: "none", found: "python3 was not found" } as const;
    const cloneProblem = managedFault("MANAGED_GIT_MISSING", { reason: "git was not found" });
    const facts = { python, cloneProblem, freeGB: 0 };
    const steps = planSteps(snapshot({ ...whole, facts, steps: installed() }));
    expect(pendingOf(steps)).toEqual([]);
    expect(steps.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it.each<[string, Changes, readonly string[]]>([
    [
      "another Python",
      { python: "/opt/python" },
      ["space", "environment", "torch", "requirements", "manager", "verify"],
    ],
    ["another package", { install: { packages: ["numpy<2"] } }, ["packages", "verify"]],
    [
      "another index",
      { install: { index: "https://own/simple" } },
      ["space", "requirements", "manager", "verify"],
    ],
    ["another password for no index that is shown", {}, []],
    [
      "no environment",
      { disk: { hasTree: true } },
      ["space", "environment", "torch", "requirements", "manager", "verify"],
    ],
    [
      "requirements of another version",
      { tree: { requirements: "torch\naiohttp>=4\n" } },
      ["space", "requirements", "verify"],
    ],
    ["stale model folders", { disk: { ...whole.disk, models: "stale" } }, ["models"]],
    ["a card that is new", { facts: { device: "nvidia" } }, ["space", "torch", "requirements", "verify"]],
    ["uv, which was not there before", { facts: { hasUv: true } }, []],
  ])("with %s does what rests on that", (_, changes, expected) => {
    const steps = installed();
    expect(pendingOf(planSteps(snapshot({ ...whole, ...changes, steps })))).toEqual(expected);
  });

  it("reinstalls torch for another device, although the version matches", () => {
    const facts = { device: "nvidia" } as const;
    const planned = planSteps(snapshot({ ...whole, facts, steps: installed() }));
    expect(stepDetails(planned, "torch")[1]).toContain("--force-reinstall");
    expect(stepDetails(planSteps(snapshot(whole)), "torch")[1]).not.toContain("--force-reinstall");
  });

  it("checks out another version in the existing tree, without a clone", () => {
    const planned = planSteps(snapshot({ ...whole, install: { version: "v0.3.0" }, steps: installed() }));
    expect(stepDetails(planned, "clone").map(posixPath)).toEqual([
      "git -C /s/ComfyUI fetch https://github.com/Comfy-Org/ComfyUI.git",
      "git -C /s/ComfyUI checkout --detach v0.3.0",
    ]);
  });
});

describe("a step", () => {
  it.each(["begun", "failed"] as const)("that has %s is repeated", (status) => {
    const steps = installed();
    const { manager } = steps;
    if (manager === undefined) throw new Error("no such step");
    const planned = planSteps(snapshot({ ...whole, steps: { ...steps, manager: { ...manager, status } } }));
    expect(pendingOf(planned)).toEqual(["manager", "verify"]);
  });

  it("needs no torch if the version requires none", () => {
    const tree = { requirements: "aiohttp\n" };
    const planned = planSteps(snapshot({ ...whole, tree }));
    expect(stepDetails(planned, "torch")).toEqual(["the requirements of this version name no torch"]);
    expect(stepDetails(planned, "verify")).not.toContainEqual(expect.stringContaining("torch"));
    const steps = installed({ tree });
    expect(pendingOf(planSteps(snapshot({ ...whole, tree, facts: { device: "nvidia" }, steps })))).toEqual(
      [],
    );
  });
});

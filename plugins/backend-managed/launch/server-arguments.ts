// From the settings of an instance to the arguments of ComfyUI's main.py. Pure.

import type { CompleteSettings } from "../settings.js";
import { parseOptions, type KnownFlags } from "./parse-options.js";

export interface ArgumentsSource {
  readonly launch: CompleteSettings["launch"];
  /** `launch.arguments`, split. */
  readonly typed: readonly string[];
  /** What torch was installed for, such as `cpu`; undefined where that is not known. */
  readonly torchDevice: string | undefined;
  readonly known: KnownFlags;
}

export interface Arguments {
  readonly argv: readonly string[];
  /** What was left out and why, for people. */
  readonly notes: readonly string[];
}

/** Of each group argparse takes one (comfy/cli_args.py): what is typed outweighs what is set. */
const exclusiveFlags: readonly (readonly string[])[] = [
  ["--gpu-only", "--highvram", "--normalvram", "--lowvram", "--novram", "--cpu"],
  ["--force-fp32", "--force-fp16"],
  ["--fp32-vae", "--fp16-vae", "--bf16-vae"],
  [
    "--use-split-cross-attention",
    "--use-quad-cross-attention",
    "--use-pytorch-cross-attention",
    "--use-sage-attention",
    "--use-flash-attention",
  ],
];
const vramFlags = { "gpu-only": "--gpu-only", high: "--highvram", low: "--lowvram", none: "--novram" };

interface WantedFlag {
  readonly flag: string;
  readonly value?: string;
}

function wantedBy({ launch, torchDevice }: ArgumentsSource): readonly WantedFlag[] {
  const { host, port, device, vram, reserveVramGB, previewMethod, attention, precision, vaePrecision } =
    launch;
  const isCpu = device === "cpu" || (device === "auto" && torchDevice === "cpu");
  const isDirectMl = device === "directml" || (device === "auto" && torchDevice === "directml");
  return [
    ...(host === "" ? [] : [{ flag: "--listen", value: host }]),
    { flag: "--port", value: String(port) },
    { flag: "--disable-auto-launch" },
    ...(isCpu ? [{ flag: "--cpu" }] : []),
    ...(isDirectMl ? [{ flag: "--directml" }] : []),
    ...(vram === "auto" || isCpu ? [] : [{ flag: vramFlags[vram] }]),
    ...(reserveVramGB === undefined ? [] : [{ flag: "--reserve-vram", value: String(reserveVramGB) }]),
    { flag: "--preview-method", value: previewMethod },
    ...(attention === "auto"
      ? []
      : [{ flag: `--use-${attention}${["sage", "flash"].includes(attention) ? "" : "-cross"}-attention` }]),
    ...(precision === "auto" ? [] : [{ flag: `--force-${precision}` }]),
    ...(vaePrecision === "auto" ? [] : [{ flag: `--${vaePrecision}-vae` }]),
    ...(launch.manager ? [{ flag: "--enable-manager" }] : []),
  ];
}

/** Where it is not known what a version knows, only what every version since 2023 knows is taken without a doubt. */
const isDoubtful = (flag: string, known: KnownFlags): boolean =>
  known === undefined ? flag === "--enable-manager" : !known.has(flag);

export function argumentsOf(source: ArgumentsSource): Arguments {
  const { launch, typed, known } = source;
  const typedFlags = new Set(parseOptions(typed, known).map(({ flag }) => flag));
  const isReplaced = (flag: string): boolean =>
    exclusiveFlags.some((group) => group.includes(flag) && group.some((other) => typedFlags.has(other)));
  const argv: string[] = [];
  const notes: string[] = [];
  for (const { flag, value } of wantedBy(source)) {
    if (isReplaced(flag)) continue;
    if (isDoubtful(flag, known)) {
      // It is the default, and this version simply has no manager of its own.
      if (flag !== "--disable-auto-launch") notes.push(`${flag} was left out: this version does not know it`);
      continue;
    }
    argv.push(flag, ...(value === undefined ? [] : [value]));
  }
  if (launch.vram !== "auto" && argv.includes("--cpu")) {
    notes.push(`launch.vram (${launch.vram}) means nothing on the CPU and was left out`);
  }
  return { argv: [...argv, ...typed], notes };
}

/** With another port, which comes last and therefore counts. */
export const withPort = (argv: readonly string[], port: number): readonly string[] => [
  ...argv,
  "--port",
  String(port),
];

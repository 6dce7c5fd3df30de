// The arguments of ComfyUI's main.py for the settings of an instance. Pure.

import type { CompleteSettings } from "../settings.js";
import { parseOptions, type KnownFlags } from "../arguments/parse-options.js";

export interface ArgumentsSource {
  readonly launch: CompleteSettings["launch"];
  /** `launch.arguments`, split into words. */
  readonly typed: readonly string[];
  /** The device that torch was installed for, such as `cpu`; undefined if unknown. */
  readonly torchDevice: string | undefined;
  readonly known: KnownFlags;
  /** A file of model folders that ComfyUI does not read by itself. */
  readonly modelPaths?: string | undefined;
}

export interface Arguments {
  readonly argv: readonly string[];
  /** Which arguments were omitted and why, for the user. */
  readonly notes: readonly string[];
}

/** Mutually exclusive arguments of comfy/cli_args.py. An argument of `launch.arguments` replaces those of other settings. */
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
    "--use-ck-attention",
  ],
];
const vramFlags = { "gpu-only": "--gpu-only", high: "--highvram", low: "--lowvram", none: "--novram" };

interface WantedFlag {
  readonly flag: string;
  readonly value?: string;
}

function wantedBy({ launch, torchDevice, modelPaths }: ArgumentsSource): readonly WantedFlag[] {
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
    ...(modelPaths === undefined ? [] : [{ flag: "--extra-model-paths-config", value: modelPaths }]),
    ...(launch.manager ? [{ flag: "--enable-manager" }] : []),
  ];
}

/**
 * Whether a version of ComfyUI may lack a flag. If the flags of the version are unknown, only `--enable-manager` may be
 * missing: all others have existed since 2023.
 */
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
      // The omission of this flag needs no note, because versions without the flag do not open a browser.
      if (flag !== "--disable-auto-launch") notes.push(`${flag} was omitted: this version does not know it`);
      continue;
    }
    argv.push(flag, ...(value === undefined ? [] : [value]));
  }
  if (launch.vram !== "auto" && argv.includes("--cpu")) {
    notes.push(`launch.vram (${launch.vram}) has no effect on the CPU and was omitted`);
  }
  return { argv: [...argv, ...typed], notes };
}

/** Appends a port: the last `--port` wins. */
export const withPort = (argv: readonly string[], port: number): readonly string[] => [
  ...argv,
  "--port",
  String(port),
];

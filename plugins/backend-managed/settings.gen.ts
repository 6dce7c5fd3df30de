// Generated from plugin.json by `npm run gen`; do not edit.

export type ManagedSettings = {
  /** Folder of the instance; default: one of its own in your data folder. */
  readonly directory?: string;
  /** A ComfyUI that is there already, to be used in place of one that is installed here. */
  readonly comfyDirectory?: string;
  /** The Python that runs the server of comfyDirectory (default: that beside it); else the one to make the environment with. Default: "". */
  readonly python: string;
  /** What `pictor backend install` makes. */
  readonly install?: {
    /** Repository of ComfyUI: an address, or a folder on this machine. Default: "https://github.com/Comfy-Org/ComfyUI.git". */
    readonly source: string;
    /** Tag, branch or commit; latest is the newest release tag. Default: "latest". */
    readonly version: string;
    /** Whether uv makes the environment and installs packages; auto: where it is found. Default: "auto". */
    readonly uv: "auto" | "always" | "never";
    /** What torch is installed for; auto looks at this machine. Default: "auto". */
    readonly device: "auto" | "nvidia" | "amd" | "intel" | "mps" | "directml" | "cpu";
    /** Package index for torch, alone: it must have torch's own dependencies too; default: PyTorch's own. Default: "". */
    readonly torchIndex: string;
    /** Package index for everything else; default: as pip is configured. Default: "". */
    readonly index: string;
    /** More package indexes, in addition to that one. Default: []. */
    readonly extraIndexes: readonly string[];
    /** More requirements, as in a requirements file: one line each. Default: []. */
    readonly packages: readonly string[];
    /** Installs ComfyUI's own Manager too, where the version brings one. Default: true. */
    readonly manager: boolean;
    /** Free space that an installation asks for. Unit: GB. Default: 8. */
    readonly minFreeGB: number;
  };
  /** How the server is started. */
  readonly launch?: {
    /** Address to listen on, as in --listen; default: 127.0.0.1. Default: "". */
    readonly host: string;
    /** Port, as in --port; 0 takes a free one. Default: 8188. */
    readonly port: number;
    /** What to do when another program has the port. Default: "fail". */
    readonly portInUse: "fail" | "next";
    /** auto: cpu where torch was installed for the CPU. Default: "auto". */
    readonly device: "auto" | "cpu" | "directml";
    /** Default: "auto". */
    readonly vram: "auto" | "gpu-only" | "high" | "low" | "none";
    /** Memory of the graphics card that is left to others. Unit: GB. */
    readonly reserveVramGB?: number;
    /** Images while an image is made. Default: "auto". */
    readonly previewMethod: "auto" | "latent2rgb" | "taesd" | "none";
    /** Default: "auto". */
    readonly attention: "auto" | "split" | "quad" | "pytorch" | "sage" | "flash";
    /** Default: "auto". */
    readonly precision: "auto" | "fp32" | "fp16";
    /** Default: "auto". */
    readonly vaePrecision: "auto" | "fp32" | "fp16" | "bf16";
    /** --enable-manager, where the version knows it. Default: true. */
    readonly manager: boolean;
    /** More arguments, as they would be typed; they come last. Default: "". */
    readonly arguments: string;
    /** How long a start may take. Unit: ms. Default: 600000. */
    readonly startTimeoutMs: number;
    /** How many times in a row it is started again after a crash, while it is watched. Default: 0. */
    readonly restarts: number;
  };
  /** Model folders in addition to those of the instance, through its extra_model_paths.yaml. */
  readonly models?: {
    /** A folder with ComfyUI's model folders: checkpoints, loras, vae, .... */
    readonly directory?: string;
    /** More folders for one kind of model: KIND=PATH, such as loras=/data/lora. Default: []. */
    readonly folders: readonly string[];
  };
  /** Where extensions are found. */
  readonly extensions?: {
    /** Lists in ComfyUI-Manager's format: addresses or files; what comes later counts more. Default: ["https://raw.githubusercontent.com/Comfy-Org/ComfyUI-Manager/main/custom-node-list.json"]. */
    readonly indexes: readonly string[];
    /** ComfyUI-Manager's table of node classes: an address or a file; empty for none. Default: "https://raw.githubusercontent.com/Comfy-Org/ComfyUI-Manager/main/extension-node-map.json". */
    readonly nodeMap: string;
    /** Comfy Registry; empty for none. Default: "https://api.comfy.org". */
    readonly registry: string;
  };
  /** API key of platform.comfy.org, or token of a sign-in there, for nodes that run at another company and cost credits. It is sent with graphs that have such nodes. */
  readonly partnerKey?: string;
};

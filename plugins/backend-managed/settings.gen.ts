// Generated from plugin.json by `npm run gen`; do not edit.

export type ManagedSettings = {
  /** Folder of the instance; default: a separate folder in your data folder. */
  readonly directory?: string;
  /** Folder of an existing ComfyUI, which is used instead of installing one. */
  readonly comfyDirectory?: string;
  /** The Python that runs the server of comfyDirectory (default: the Python beside it); without comfyDirectory, the Python that creates the environment. Default: "". */
  readonly python: string;
  /** What `pictor backend install` installs. */
  readonly install?: {
    /** Repository of ComfyUI: an address, or a folder on this machine. Default: "https://github.com/Comfy-Org/ComfyUI.git". */
    readonly source: string;
    /** Tag, branch or commit; latest is the newest release tag. Default: "latest". */
    readonly version: string;
    /** Whether uv creates the environment and installs packages; auto: if uv is found. Default: "auto". */
    readonly uv: "auto" | "always" | "never";
    /** The device that torch is installed for; auto detects the device of this machine. Default: "auto". */
    readonly device: "auto" | "nvidia" | "amd" | "intel" | "mps" | "directml" | "cpu";
    /** The only package index for torch, so it must have torch's dependencies too; default: PyTorch's own index. Default: "". */
    readonly torchIndex: string;
    /** Package index for everything else; default: as pip is configured. Default: "". */
    readonly index: string;
    /** More package indexes, in addition to the package index. Default: []. */
    readonly extraIndexes: readonly string[];
    /** More requirements, each as a line of a requirements file. Default: []. */
    readonly packages: readonly string[];
    /** Also installs ComfyUI's own Manager, if the version includes it. Default: true. */
    readonly manager: boolean;
    /** Free space that an installation requires. Unit: GB. Default: 8. */
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
    /** Memory of the graphics card that is left to other programs. Unit: GB. */
    readonly reserveVramGB?: number;
    /** Preview images while an image is being made. Default: "auto". */
    readonly previewMethod: "auto" | "latent2rgb" | "taesd" | "none";
    /** Default: "auto". */
    readonly attention: "auto" | "split" | "quad" | "pytorch" | "sage" | "flash";
    /** Default: "auto". */
    readonly precision: "auto" | "fp32" | "fp16";
    /** Default: "auto". */
    readonly vaePrecision: "auto" | "fp32" | "fp16" | "bf16";
    /** Passes --enable-manager, if the version supports it. Default: true. */
    readonly manager: boolean;
    /** More arguments, as you would type them; they come last. Default: "". */
    readonly arguments: string;
    /** How long a start may take. Unit: ms. Default: 600000. */
    readonly startTimeoutMs: number;
    /** How many times in a row the server is started again after a crash, while the server is watched. Default: 0. */
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
    /** Lists in ComfyUI-Manager's format: addresses or files; a later list takes precedence. Default: ["https://raw.githubusercontent.com/Comfy-Org/ComfyUI-Manager/main/custom-node-list.json"]. */
    readonly indexes: readonly string[];
    /** ComfyUI-Manager's table of node classes: an address or a file; empty for none. Default: "https://raw.githubusercontent.com/Comfy-Org/ComfyUI-Manager/main/extension-node-map.json". */
    readonly nodeMap: string;
    /** Comfy Registry; empty for none. Default: "https://api.comfy.org". */
    readonly registry: string;
  };
  /** API key of platform.comfy.org, or token of a sign-in there, for nodes that run on the servers of another company and cost credits. The key is sent with graphs that have such nodes. */
  readonly partnerKey?: string;
};

// The parts of the other clients that the adapters use. The clients are installed on demand, so that their own types
// are not at hand when the repository is checked.

interface PeerFile {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: string;
}
type PeerGraph = Readonly<Record<string, object>>;
interface PeerProgress {
  readonly value: number;
  readonly max: number;
}

declare module "@saintno/comfyui-sdk" {
  export class ComfyApi {
    constructor(host: string);
    init(): this;
    waitForReady(): Promise<this>;
    getQueue(): Promise<{ readonly queue_pending: readonly (readonly [number, string, ...unknown[]])[] }>;
    manageQueue(change: { readonly delete: readonly string[] }): Promise<unknown>;
    interrupt(): Promise<unknown>;
    uploadImage(bytes: Buffer, name: string): Promise<{ readonly info: PeerFile }>;
    getNodeDefs(name?: string): Promise<unknown>;
    destroy(): void;
  }
  export class PromptBuilder {
    constructor(graph: PeerGraph, inputs: readonly string[], outputs: readonly string[]);
    setOutputNode(key: string, id: string): PromptBuilder;
  }
  export class CallWrapper {
    constructor(api: ComfyApi, workflow: PromptBuilder);
    onPending(listener: (promptId?: string) => unknown): this;
    onProgress(listener: (progress: PeerProgress) => unknown): this;
    onPreview(listener: (image: Blob) => unknown): this;
    onFailed(listener: (error: Error) => unknown): this;
    run(): Promise<Readonly<Record<string, { readonly images?: readonly PeerFile[] } | undefined>> | false>;
  }
}

declare module "@stable-canvas/comfyui-client" {
  export type PeerLink = readonly [string, number];
  export interface PeerResult {
    readonly images: readonly { readonly type: "url" | "buff"; readonly data: unknown }[];
  }
  interface Listeners {
    readonly progress: (progress: PeerProgress) => unknown;
  }
  export class Client {
    constructor(options: { readonly api_host: string; readonly WebSocket: unknown; readonly fetch: unknown });
    connect(): Promise<unknown>;
    enqueue(graph: PeerGraph, listeners: Listeners): Promise<PeerResult>;
    getNodeDefs(): Promise<Readonly<Record<string, unknown>>>;
    close(): unknown;
  }
  export class Workflow {
    node(classType: string, inputs: Readonly<Record<string, unknown>>): readonly PeerLink[];
    workflow(): unknown;
    instance(client: Client, listeners: Listeners): InvokedWorkflow;
  }
  export class InvokedWorkflow {
    on(event: "b_preview", listener: (image: Blob) => unknown): unknown;
    enqueue(): Promise<unknown>;
    wait(): Promise<PeerResult>;
    interrupt(): Promise<unknown>;
  }
}

declare module "@artifyfun/comfy-ui-client" {
  export type PeerImages = Readonly<
    Record<string, readonly { readonly image: PeerFile; readonly blob: Blob }[]>
  >;
  export class ComfyUIClient {
    constructor(host: string, clientId: string);
    connect(): Promise<unknown>;
    getImages(graph: PeerGraph): Promise<PeerImages>;
    uploadImage(
      bytes: Buffer,
      name: string,
      overwrite: boolean,
    ): Promise<{ readonly name: string; readonly subfolder: string }>;
    getImage(filename: string, subfolder: string, type: string): Promise<Blob>;
    getObjectInfo(name?: string): Promise<unknown>;
    interrupt(): Promise<unknown>;
    disconnect(): unknown;
  }
}

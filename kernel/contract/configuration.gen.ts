// Generated from schemas/configuration.schema.json by `npm run gen`; do not edit.

export type Backend = {
  /** Id of a contributed backend kind. */
  readonly kind: string;
  /** Name of the auth profile for every request and socket. */
  readonly auth?: string;
  readonly [name: string]: unknown;
};

export type Profile = {
  /** Id of the scheme in use, or none. */
  readonly type: string;
  /** Values of the fields, by the id of the scheme. */
  readonly schemes: { readonly [name: string]: { readonly [name: string]: unknown } };
  /** Origins that may receive the credentials, such as https://api.example.org; default: any that a request names. */
  readonly origins?: readonly string[];
};

export type Plugin = {
  /** Default: true. */
  readonly enabled: boolean;
  /** Values for the plugin's own config schema. */
  readonly config?: { readonly [name: string]: unknown };
};

export type Outputs = {
  /** Folder for outputs, relative to this file. Default: "outputs". */
  readonly directory: string;
};

/** Limits of one generation, so that no generation takes the whole program for itself; a larger generation is refused before it is built. */
export type Limits = {
  /** Characters of a prompt, and of all lines that its wildcards give. Default: 20000. */
  readonly promptCharacters: number;
  /** LoRAs, embeddings, choices and wildcards of a prompt, including those in a chosen option or a line of a wildcard. Default: 500. */
  readonly promptTags: number;
  /** Features of a generation, each use counted. Default: 100. */
  readonly features: number;
  /** Nodes of one graph. Default: 5000. */
  readonly graphNodes: number;
  /** Bytes of the graphs of all batches of a generation, as JSON. Default: 20000000. */
  readonly generationBytes: number;
};

/** Value of each variable: a string, or a reference to a secret. */
export type Environment = { readonly [name: string]: unknown };

/** Network settings of all requests and sockets. */
export type Network = {
  readonly proxy?: Proxy;
  /** PEM files of certificate authorities to trust in addition to the built-in ones, relative to this file. */
  readonly ca?: readonly string[];
  /** Client certificates, for servers that request one. */
  readonly clientCertificates?: readonly ClientCertificate[];
  /** Time limit for each step of connecting: to the server or proxy, through the proxy, TLS. Unit: ms. Default: 10000. */
  readonly connectTimeoutMs: number;
  /** Maximum time between two chunks of a reply's body. Unit: ms. Default: 300000. */
  readonly idleTimeoutMs: number;
};

/** Each field overrides its environment variable: http_proxy, https_proxy, no_proxy, and all_proxy for both schemes. */
export type Proxy = {
  /** For http and ws: http://proxy.example:3128, a reference when it holds a password, or an empty text for none. */
  readonly http?: string | { readonly [name: string]: unknown };
  /** For https and wss; same form as http. */
  readonly https?: string | { readonly [name: string]: unknown };
  /** Destinations to reach without the proxy: host (and its subdomains), .suffix, host:port, address, network such as 10.0.0.0/8, or *. */
  readonly no?: readonly string[];
  /** Whether localhost and the loopback addresses are reached through the proxy too. Default: false. */
  readonly loopback?: boolean;
};

export type ClientCertificate = {
  /** Origin of the server, such as https://gpu.example:8443; also for wss. Needed without a profile. */
  readonly origin?: string;
  /** Name of an auth profile: only its requests present the certificate, to the origin, or, without an origin, to every server that they go to. */
  readonly profile?: string;
  /** PEM file of the certificate and its chain, or PKCS #12 file (.p12, .pfx) of certificate and key, relative to this file. */
  readonly certificate: string;
  /** PEM file, relative to this file; or a reference to the key itself. Left out for PKCS #12. */
  readonly key?: string | { readonly [name: string]: unknown };
  /** A reference to the passphrase of the key. */
  readonly passphrase?: unknown;
};

export type Secrets = {
  /** Id of a contributed secret store, or memory. */
  readonly store?: string;
};

/** The local API of `pictor serve`. */
export type Server = { readonly quota?: Quota; readonly webhook?: Webhook };

/** How much one owner may ask for; the owner is the name of a token. Without a member, there is no such limit. */
export type Quota = {
  /** Prompts of the owner that wait. */
  readonly waiting?: number;
  /** Prompts of the owner that wait or run. */
  readonly unfinished?: number;
  /** Prompts of the owner that run at the same time in a pool or a queue; the others wait. */
  readonly running?: number;
  /** Submissions, whatever their number of prompts. */
  readonly submissionsPerMinute?: number;
  /** The priorities that the owner may choose. */
  readonly priorities?: readonly ("high" | "normal" | "low")[];
};

/** Reports the end of jobs, signed as Standard Webhooks defines it. */
export type Webhook = {
  /** The address for jobs whose requests name none; default: none. */
  readonly url?: string;
  /** A reference to the secret that signs the messages: base64 of 24 to 64 bytes, with or without whsec_ before it. */
  readonly secret?: { readonly [name: string]: unknown };
};

/** pictor.json: the project's configuration. */
export type Configuration = {
  readonly $schema?: string;
  /** Name of the default backend. */
  readonly backend?: string;
  /** Backend instances by name. */
  readonly backends?: { readonly [name: string]: Backend };
  /** Saved auth settings by name. */
  readonly profiles?: { readonly [name: string]: Profile };
  /** Name of the active environment. */
  readonly environment?: string;
  /** Values for {{variables}} by environment. */
  readonly environments?: { readonly [name: string]: Environment };
  /** Whether the cookies of requests are kept, by environment; (none) stands for requests without an environment. */
  readonly cookieJars?: { readonly [name: string]: boolean };
  readonly network?: Network;
  readonly secrets?: Secrets;
  /** Settings of each plugin, by its id. */
  readonly plugins?: { readonly [name: string]: Plugin };
  /** Folders whose child folders are plugins, relative to this file. */
  readonly pluginDirectories?: readonly string[];
  readonly outputs?: Outputs;
  readonly limits?: Limits;
  readonly server?: Server;
};

// The options of `backend serve` as those of the server. Pure but for the file that --faults names.

import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { EmbeddedServerOptions } from "@pictor/backend-embedded/testing";
import { parseSecretField, type SecretField } from "../input/secret-field.js";
import { UsageError } from "../input/usage-error.js";

/** What commander hands over; `true` stands for an option whose value was left out. */
export interface ServeOptions {
  readonly port?: string;
  readonly listen?: string | true;
  readonly directory?: string;
  readonly baseDirectory?: string;
  readonly outputDirectory?: string;
  readonly inputDirectory?: string;
  readonly tempDirectory?: string;
  readonly maxUploadSize?: string;
  readonly previewMethod?: string;
  readonly enableCorsHeader?: string | true;
  readonly multiUser?: true;
  readonly faults?: string;
  readonly control?: true;
  readonly username?: string;
  readonly secret?: string;
}

export interface ServePlan {
  readonly server: EmbeddedServerOptions & { readonly host: string; readonly port: number };
  /** Present when credentials are demanded; the password is still to be read. */
  readonly credentials?: { readonly username: string; readonly password: SecretField["source"] };
  /** True when machines other than this one reach the server. */
  readonly isOpen: boolean;
}

const defaultPort = 8188;
const allAddresses = "0.0.0.0";
const previews = { none: "none", auto: "auto", latent2rgb: "auto", taesd: "auto" } as const;

/** `readFaults`: checks what --faults names; throws an error with `problems`. */
export async function planServe(
  options: ServeOptions,
  readFaults: (value: unknown) => NonNullable<EmbeddedServerOptions["faults"]>,
): Promise<ServePlan> {
  const host = hostOf(options.listen);
  const credentials = credentialsOf(options);
  const { baseDirectory, directory = baseDirectory, previewMethod, maxUploadSize } = options;
  const { outputDirectory, inputDirectory, tempDirectory, enableCorsHeader, faults } = options;
  return {
    isOpen: !/^(127(\.\d+){3}|::1|localhost)$/.test(host),
    ...(credentials && { credentials }),
    server: {
      host,
      port: portOf(options.port),
      multiUser: options.multiUser === true,
      control: options.control === true,
      ...(directory === undefined ? {} : { directory }),
      ...(outputDirectory === undefined ? {} : { outputDirectory }),
      ...(inputDirectory === undefined ? {} : { inputDirectory }),
      ...(tempDirectory === undefined ? {} : { tempDirectory }),
      ...(previewMethod === undefined ? {} : { previews: previewsOf(previewMethod) }),
      ...(maxUploadSize === undefined ? {} : { maxUploadSize: megabytes(maxUploadSize) }),
      ...(enableCorsHeader === undefined
        ? {}
        : { corsOrigin: enableCorsHeader === true ? "*" : enableCorsHeader }),
      ...(faults === undefined ? {} : { faults: checked(await jsonOf(faults), readFaults) }),
    },
  };
}

function portOf(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
  const hint = "Write a number from 0 to 65535; 0 takes a free one.";
  throw new UsageError("USAGE_VALUE", `--port ${text} is no port.`, hint);
}

/** ComfyUI takes a list of addresses; `::` alone covers both families here. */
function hostOf(listen: string | true = "127.0.0.1"): string {
  if (listen === true) return allAddresses;
  const addresses = listen.split(",").map((address) => address.trim());
  if (addresses.includes("::")) return "::";
  const [address = ""] = addresses;
  if (addresses.length === 1 && (isIP(address) !== 0 || address === "localhost")) return address;
  const hint = "Write one address, such as 127.0.0.1; --listen alone means all of this machine.";
  throw new UsageError("USAGE_VALUE", `--listen ${listen} is no address to listen on.`, hint);
}

function previewsOf(method: string): "auto" | "none" {
  if (Object.hasOwn(previews, method)) return previews[method as keyof typeof previews];
  const hint = `Write one of ${Object.keys(previews).join(", ")}.`;
  throw new UsageError("USAGE_VALUE", `--preview-method ${method} is unknown.`, hint);
}

function megabytes(text: string): number {
  const size = Number(text);
  if (text.trim() !== "" && Number.isFinite(size) && size > 0) return size;
  const hint = "Write a number of megabytes, such as 100 or 0.5.";
  throw new UsageError("USAGE_VALUE", `--max-upload-size ${text} is no size.`, hint);
}

function credentialsOf({ username, secret }: ServeOptions): ServePlan["credentials"] {
  if (username === undefined && secret === undefined) return undefined;
  const hint = "Write --username NAME --secret password=env:NAME (or file:PATH, or nothing to be asked).";
  if (username === undefined || secret === undefined)
    throw new UsageError("USAGE_OPTION", "--username and --secret password belong together.", hint);
  const { path, source } = parseSecretField(secret);
  if (path.join(".") !== "password")
    throw new UsageError("USAGE_OPTION", `--secret ${path.join(".")}: the one secret is password.`, hint);
  return { username, password: source };
}

const faultsHint =
  'Write a JSON array, such as \'[{"kind": "late-reply", "ms": 2000}]\', or @file; docs/embedded-server.md lists all.';

async function jsonOf(given: string): Promise<unknown> {
  const file = given.startsWith("@") ? given.slice(1) : undefined;
  const text =
    file === undefined
      ? given
      : await readFile(file, "utf8").catch((error: unknown) => {
          const hint = "Write the path of a readable JSON file after the @.";
          throw new UsageError("USAGE_FILE", `--faults: ${file} cannot be read.`, hint, error);
        });
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError("USAGE_VALUE", `--faults is not JSON: ${message}.`, faultsHint, error);
  }
}

function checked<T>(value: unknown, readFaults: (value: unknown) => T): T {
  try {
    return readFaults(value);
  } catch (error) {
    const what = (error as Error).message.replace(/^Invalid faults\n/, "").replaceAll("\n", "; ");
    throw new UsageError("USAGE_VALUE", `--faults: ${what}.`, faultsHint, error);
  }
}

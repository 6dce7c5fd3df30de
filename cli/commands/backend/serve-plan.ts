// Converts the options of `backend serve` to those of the embedded server. Pure, except for reading the named files.

import { isIP } from "node:net";
import type { EmbeddedServerOptions } from "@pictor/backend-embedded/testing";
import { withoutUndefined } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";
import { parseSecretOption, type SecretOption } from "../../input/secret-option.js";
import { parsePort } from "../../input/whole-number.js";
import { parseJsonOption } from "./serve-json.js";

/** The options as commander parses them; `true` for an option without its optional value. */
export interface ServeOptions {
  readonly port?: string;
  readonly listen?: string | true;
  readonly directory?: string;
  readonly baseDirectory?: string;
  readonly outputDirectory?: string;
  readonly inputDirectory?: string;
  readonly tempDirectory?: string;
  readonly frontEndRoot?: string;
  readonly maxUploadSize?: string;
  readonly previewMethod?: string;
  readonly enableCorsHeader?: string | true;
  readonly multiUser?: true;
  readonly faults?: string;
  readonly control?: true;
  readonly classes?: string;
  readonly manager?: string;
  readonly username?: string;
  readonly secret?: string;
}

export interface ServePlan {
  readonly server: EmbeddedServerOptions & { readonly host: string; readonly port: number };
  /** The credentials that the server demands, if any; `password` is the source from which the password is read. */
  readonly credentials?: { readonly username: string; readonly password: SecretOption["source"] };
  /** Whether machines other than this one reach the server. */
  readonly isOpen: boolean;
}

const defaultPort = 8188;
const allAddresses = "0.0.0.0";
const previews = { none: "none", auto: "auto", latent2rgb: "auto", taesd: "auto" } as const;

/** The functions that check the JSON of an option. Each throws an error with `problems`. */
export interface ServeReaders {
  readFaults(value: unknown): NonNullable<EmbeddedServerOptions["faults"]>;
  readClasses(value: unknown): NonNullable<EmbeddedServerOptions["classes"]>;
  readManager(value: unknown): NonNullable<EmbeddedServerOptions["manager"]>;
}

export async function planServe(options: ServeOptions, readers: ServeReaders): Promise<ServePlan> {
  const host = hostOf(options.listen);
  const credentials = credentialsOf(options);
  const { baseDirectory, directory = baseDirectory, previewMethod, maxUploadSize } = options;
  const { outputDirectory, inputDirectory, tempDirectory, frontEndRoot } = options;
  const { enableCorsHeader, faults, classes, manager } = options;
  return {
    isOpen: !/^(127(\.\d+){3}|::1|localhost)$/.test(host),
    ...(credentials && { credentials }),
    server: {
      host,
      port: parsePort(options.port, { option: "--port", fallback: defaultPort }),
      multiUser: options.multiUser === true,
      control: options.control === true,
      ...withoutUndefined({
        directory,
        outputDirectory,
        inputDirectory,
        tempDirectory,
        frontEndRoot,
        previews: previewsOf(previewMethod),
        maxUploadSize: megabytes(maxUploadSize),
        corsOrigin: enableCorsHeader === true ? "*" : enableCorsHeader,
        faults: await parseJsonOption("--faults", faults, readers.readFaults),
        classes: await parseJsonOption("--classes", fileText(classes), readers.readClasses),
        manager: await parseJsonOption("--manager", fileText(manager), readers.readManager),
      }),
    },
  };
}

/** The path of a file as an option that takes JSON or a file; an empty path, as of an unset variable, is a path, too. */
const fileText = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : `@${path}`;

/** ComfyUI accepts a list of addresses; here only `::` listens on IPv4 and IPv6. */
function hostOf(listen: string | true = "127.0.0.1"): string {
  if (listen === true) return allAddresses;
  const addresses = listen.split(",").map((address) => address.trim());
  if (addresses.includes("::")) return "::";
  const [address = ""] = addresses;
  if (addresses.length === 1 && (isIP(address) !== 0 || address === "localhost")) return address;
  const hint = "Write one address, such as 127.0.0.1; --listen alone means every address of this machine.";
  throw new UsageError("USAGE_VALUE", `--listen ${listen} is not an address to listen on.`, hint);
}

function previewsOf(method: string | undefined): "auto" | "none" | undefined {
  if (method === undefined) return undefined;
  if (Object.hasOwn(previews, method)) return previews[method as keyof typeof previews];
  const hint = `Write one of ${Object.keys(previews).join(", ")}.`;
  throw new UsageError("USAGE_VALUE", `--preview-method ${method} is unknown.`, hint);
}

function megabytes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (text.trim() !== "" && Number.isFinite(size) && size > 0) return size;
  const hint = "Write a number of megabytes, such as 100 or 0.5.";
  throw new UsageError("USAGE_VALUE", `--max-upload-size ${text} is not a size.`, hint);
}

function credentialsOf({ username, secret }: ServeOptions): ServePlan["credentials"] {
  if (username === undefined && secret === undefined) return undefined;
  const hint = "Write --username NAME --secret password=env:NAME (or file:PATH, or nothing to be asked).";
  if (username === undefined || secret === undefined)
    throw new UsageError("USAGE_OPTION", "--username and --secret password belong together.", hint);
  // The server would take the part after the colon for the beginning of the password (RFC 7617 section 2).
  if (username === "" || /[:\p{Cc}]/u.test(username)) {
    const what = "--username: expected a name without colons and control characters.";
    throw new UsageError("USAGE_VALUE", what, hint);
  }
  const { path, source } = parseSecretOption(secret);
  if (path.join(".") !== "password") {
    // Without an equals sign, the text may be the password.
    const shown = source.kind === "ask" ? "--secret" : `--secret ${path.join(".")}`;
    throw new UsageError("USAGE_OPTION", `${shown}: the only secret is password.`, hint);
  }
  return { username, password: source };
}

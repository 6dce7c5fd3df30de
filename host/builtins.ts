// The built-in plugins, found through the dependencies of this package, and the default backends.

import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { DefaultBackend, PluginSource, ProbeAnswer } from "@pictor/kernel";
import { fault, isRecord, parseJsonOrUndefined, recordOrEmpty } from "@pictor/kernel/manifests";

export const builtinPackages = [
  "@pictor/api-a1111",
  "@pictor/api-comfy",
  "@pictor/api-mcp",
  "@pictor/api-openai",
  "@pictor/auth-api-key",
  "@pictor/auth-aws-sigv4",
  "@pictor/auth-basic",
  "@pictor/auth-bearer",
  "@pictor/auth-digest",
  "@pictor/auth-hawk",
  "@pictor/auth-jwt",
  "@pictor/auth-oauth1",
  "@pictor/auth-oauth2",
  "@pictor/backend-embedded",
  "@pictor/backend-managed",
  "@pictor/backend-pool",
  "@pictor/backend-queue",
  "@pictor/backend-remote",
  "@pictor/extension-checker",
  "@pictor/output-files",
  "@pictor/output-journal",
  "@pictor/output-metadata",
  "@pictor/panel-web",
  "@pictor/secrets-file",
  "@pictor/secrets-keyring",
  "@pictor/workflow-controlnet",
  "@pictor/workflow-cudnn-toggle",
  "@pictor/workflow-custom",
  "@pictor/workflow-edit",
  "@pictor/workflow-face-detailer",
  "@pictor/workflow-flux",
  "@pictor/workflow-flux-guidance",
  "@pictor/workflow-hires-fix",
  "@pictor/workflow-img2img",
  "@pictor/workflow-layer-diffuse",
  "@pictor/workflow-lora",
  "@pictor/workflow-model-patches",
  "@pictor/workflow-plasma-noise",
  "@pictor/workflow-prompt-expansion",
  "@pictor/workflow-prompts",
  "@pictor/workflow-regional-prompt",
  "@pictor/workflow-save-intermediate",
  "@pictor/workflow-svd",
  "@pictor/workflow-tiled-vae",
  "@pictor/workflow-txt2img",
  "@pictor/workflow-upscale",
  "@pictor/workflow-upscaler",
  "@pictor/workflow-wan",
] as const;

let installed: readonly PluginSource[] | undefined;

/** The folder of each built-in plugin that is installed, looked up once in a process. */
export function builtinSources(): readonly PluginSource[] {
  const { resolve } = createRequire(import.meta.url);
  return (installed ??= builtinPackages.flatMap((name) => {
    try {
      return [{ kind: "directory", path: dirname(resolve(`${name}/plugin.json`)) } as const];
    } catch {
      return [];
    }
  }));
}

/** The address at which a ComfyUI of this machine listens unless it is told otherwise. */
const usualServer = "http://127.0.0.1:8188/";

/** A ComfyUI answers with the length of its queue, also when its device fails. */
const isComfy = ({ status, text }: ProbeAnswer): boolean =>
  status === 200 && isRecord(recordOrEmpty(parseJsonOrUndefined(text))["exec_info"]);

/**
 * The instances that need no configuration: a ComfyUI that already runs on this machine is preferred over the embedded
 * server. `PICTOR_LOCAL_SERVER` says where to look for it. Throws `CONFIG_INVALID` if that is no address.
 */
export function defaultBackends(
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly DefaultBackend[] {
  const variable = "PICTOR_LOCAL_SERVER";
  const baseUrl = env[variable] || usualServer;
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    const expected = `an address such as ${usualServer}`;
    const found = baseUrl.includes("@") ? "another text" : JSON.stringify(baseUrl);
    throw fault("CONFIG_INVALID", { file: variable, pointer: "", expected, found, suggestion: "" });
  }
  return [
    {
      name: "remote",
      settings: { kind: "remote", baseUrl },
      probeUrl: `${baseUrl.replace(/\/$/, "")}/prompt`,
      objection: (answer) =>
        isComfy(answer) ? undefined : `The program at ${baseUrl} is not ComfyUI (status ${answer.status})`,
    },
    { name: "embedded", settings: { kind: "embedded" } },
  ];
}

// Lists the options of a server as ComfyUI's launch arguments, which clients read from `/system_stats`.
import type { ComfyuiServerOptions } from "./options.js";

/** Includes the address and the options that the caller set, except credentials. */
export function argvOf(options: ComfyuiServerOptions, host: string, port: number): readonly string[] {
  const { directory, outputDirectory, inputDirectory, tempDirectory, maxUploadSize } = options;
  const argument = (name: string, value: string | number | undefined): readonly string[] =>
    value === undefined ? [] : [name, String(value)];
  // ComfyUI-Manager 3.x is installed as an extension and needs no launch argument.
  const generation = options.manager?.generation ?? "3.x";
  return [
    "pictor-embedded",
    ...argument("--listen", host),
    ...argument("--port", port),
    ...argument("--base-directory", directory),
    ...argument("--output-directory", outputDirectory),
    ...argument("--input-directory", inputDirectory),
    ...argument("--temp-directory", tempDirectory),
    ...argument("--front-end-root", options.frontEndRoot),
    ...argument("--max-upload-size", maxUploadSize),
    ...argument("--preview-method", options.previews),
    ...argument("--enable-cors-header", options.corsOrigin),
    ...(options.multiUser === true ? ["--multi-user"] : []),
    ...(generation.startsWith("4") ? ["--enable-manager"] : []),
    ...(generation === "4.x-legacy" ? ["--enable-manager-legacy-ui"] : []),
  ];
}

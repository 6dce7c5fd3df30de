// The launch arguments that `/system_stats` shows, in ComfyUI's form: clients look there for how a server was started.
import type { EmbeddedServerOptions } from "./options.js";

/** Of the options that were given, and of the address in any case. Secrets are no launch arguments. */
export function argvOf(options: EmbeddedServerOptions, host: string, port: number): readonly string[] {
  const { directory, outputDirectory, inputDirectory, tempDirectory, maxUploadSize } = options;
  const given = (name: string, value: string | number | undefined): readonly string[] =>
    value === undefined ? [] : [name, String(value)];
  // Versions 3.x are packs in a folder, which nothing has to switch on.
  const generation = options.manager?.generation ?? "3.x";
  return [
    "pictor-embedded",
    ...given("--listen", host),
    ...given("--port", port),
    ...given("--base-directory", directory),
    ...given("--output-directory", outputDirectory),
    ...given("--input-directory", inputDirectory),
    ...given("--temp-directory", tempDirectory),
    ...given("--max-upload-size", maxUploadSize),
    ...given("--preview-method", options.previews),
    ...given("--enable-cors-header", options.corsOrigin),
    ...(options.multiUser === true ? ["--multi-user"] : []),
    ...(generation.startsWith("4") ? ["--enable-manager"] : []),
    ...(generation === "4.x-legacy" ? ["--enable-manager-legacy-ui"] : []),
  ];
}

// The errors of the API, with the HTTP status and the parameter of the request that each belongs to.

import { cutText, defineErrors, type ErrorEntry } from "@pictor/kernel/plugin";

export const catalog = {
  OPENAI_ROUTE_UNKNOWN: {
    class: "unknown",
    message: "This API has no route {method} {path}.",
    fix: "Use GET /openai/v1/models, GET /openai/v1/models/<id>, POST /openai/v1/images/generations or POST /openai/v1/images/edits.",
  },
  OPENAI_BODY_INVALID: {
    class: "input",
    status: 400,
    message: "The body of the request cannot be used, because {reason}.",
    fix: "Send {expected}.",
  },
  OPENAI_PARAMETER_UNKNOWN: {
    class: "input",
    status: 400,
    message:
      'The model {model} has no setting "{name}", and OpenAI\'s API has no parameter of that name.{suggestion}',
    fix: "GET /v1/workflows/{workflow} lists the settings.",
  },
  OPENAI_PARAMETER_INVALID: {
    class: "input",
    status: 400,
    message: "{name}: expected {expected}, found {found}.",
    fix: "{advice}",
  },
  OPENAI_MODEL_UNKNOWN: {
    class: "unknown",
    message: "There is no model {model}.{suggestion}",
    fix: "GET /openai/v1/models lists the models: workflows, and presets as preset:NAME.",
  },
  OPENAI_MODEL_UNFIT: {
    class: "input",
    status: 400,
    message: "The model {model} {reason}.",
    fix: "The models that fit are: {models}.",
  },
  OPENAI_MASK_INVALID: {
    class: "input",
    status: 400,
    message: "The mask cannot be used, because {reason}.",
    fix: "Send a PNG with an alpha channel, of the same size as the image: transparent areas are edited.",
  },
  OPENAI_NO_IMAGE: {
    class: "upstream",
    message: "The job {job} has finished without an image.",
    fix: "GET /v1/jobs/{job} shows the outputs of the job.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
const faults = defineErrors(catalog);

const ofParameter = (param: string) => ({ more: { param } });

/** A value of the request in an error, shortened. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? "nothing" : cutText(text, 60);
};

export const routeUnknown = (method: string, path: string) =>
  faults("OPENAI_ROUTE_UNKNOWN", { method, path });
export const bodyInvalid = (reason: string, expected: string, status?: number) =>
  faults("OPENAI_BODY_INVALID", { reason, expected }, status === undefined ? {} : { status });
export const parameterUnknown = (name: string, model: string, workflow: string, suggestion: string) =>
  faults("OPENAI_PARAMETER_UNKNOWN", { name, model, workflow, suggestion }, ofParameter(name));
export const parameterInvalid = (
  name: string,
  expected: string,
  value: unknown,
  advice = "Correct the parameter.",
) => faults("OPENAI_PARAMETER_INVALID", { name, expected, found: shown(value), advice }, ofParameter(name));
export const modelUnknown = (model: string, suggestion: string) =>
  faults("OPENAI_MODEL_UNKNOWN", { model, suggestion }, ofParameter("model"));
export const modelUnfit = (model: string, reason: string, models: readonly string[]) =>
  faults(
    "OPENAI_MODEL_UNFIT",
    { model, reason, models: models.length === 0 ? "none" : models.join(", ") },
    ofParameter("model"),
  );
export const maskInvalid = (reason: string) => faults("OPENAI_MASK_INVALID", { reason }, ofParameter("mask"));
export const noImage = (job: string) => faults("OPENAI_NO_IMAGE", { job });

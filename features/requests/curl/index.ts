// @pictor/features/curl: curl commands as requests.

export type { CurlAuth } from "./credentials.js";
export { curlContent, type CurlContent } from "./curl-content.js";
export { CurlError, type CurlErrorKind } from "./curl-error.js";
export type { CurlFiles } from "./curl-files.js";
export { withQuery } from "./data.js";
export { formatCurl, hasPlaceholder, placeholder, variableName, type CurlRequest } from "./format-curl.js";
export { chosenParts, type ChosenPart } from "./form.js";
export { isCurlOption } from "./options.js";
export { parseCurl, type CurlCommand } from "./parse-curl.js";
export type { Environment } from "./shell-words.js";

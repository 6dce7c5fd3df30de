// @pictor/signing-keys: reads the keys that sign JSON Web Tokens.

export { foundInstead, keyText } from "./key-text.js";
export { pemBlocks, unwrappedText } from "./pem-text.js";
export { readSigningKey, type SigningKey, type SigningKeyResult } from "./read-signing-key.js";

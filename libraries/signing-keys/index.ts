// @pictor/signing-keys: reads the keys that sign JSON Web Tokens.

export { signingAlgorithms, type SigningAlgorithm } from "./algorithms.js";
export { foundInstead, keyText } from "./key-text.js";
export { pemBlocks, unwrappedText, type PemBlock } from "./pem-text.js";
export { readSigningKey, type SigningKey, type SigningKeyResult } from "./read-signing-key.js";

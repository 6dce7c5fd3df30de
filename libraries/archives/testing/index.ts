// Archives for tests, also invalid and malicious ones.

export { tar, type TarEntry } from "./tar-files.js";
export { zip, type ZipEntry } from "./zip-files.js";

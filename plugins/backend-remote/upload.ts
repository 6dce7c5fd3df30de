// Bringing a file into the server's input folder: POST /upload/image, which takes any kind of file.

import { randomUUID } from "node:crypto";
import { fault } from "@pictor/kernel/plugin";
import type { CallOptions, InputFile } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "./fields.js";
import { sendForJson } from "./http.js";
import type { Call, Peer } from "./http.js";
import { formBytes } from "./multipart.js";

/** The two halves of a file's name: the server wants folders apart, and fails on a file name that holds one. */
export function splitName(name: string): { readonly subfolder: string; readonly filename: string } {
  const parts = name.split(/[\\/]+/).filter((part) => part !== "" && part !== ".");
  return { subfolder: parts.slice(0, -1).join("/"), filename: parts.at(-1) ?? "" };
}

/**
 * Uploads and settles with the name for the graph. The server never overwrites: it gives back the name of a file with
 * the same contents, or adds ` (1)`, so its answer counts and not the name that was sent.
 */
export async function upload(peer: Peer, file: InputFile, options: CallOptions = {}): Promise<string> {
  const { subfolder, filename } = splitName(file.name);
  const boundary = `pictor-${randomUUID()}`;
  const fields = { type: "input", ...(subfolder === "" ? {} : { subfolder }) };
  const call: Call = {
    method: "POST",
    url: peer.routes.route("/upload/image"),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: { open: () => formBytes({ fields, part: "image", filename, file, boundary }), replayable: true },
  };
  const stored = fieldsOf(await sendForJson(peer, call, options));
  const name = textOf(stored["name"]);
  if (name === undefined) {
    const found = "a reply without a name";
    throw fault("BACKEND_REPLY", {
      method: "POST",
      url: call.url,
      found,
      expected: "the name of the stored file",
    });
  }
  return [textOf(stored["subfolder"]) ?? "", name].filter((part) => part !== "").join("/");
}

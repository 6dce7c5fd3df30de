// Saved images and outputs of jobs as resources: list, templates and contents.

import {
  ErrorCode,
  McpError,
  type ListResourcesResult,
  type ReadResourceResult,
} from "@modelcontextprotocol/sdk/types.js";
import { ApiError, type Client, type Picture } from "@pictor/client";
import { cutText, PictorError, type ApiContext } from "@pictor/kernel/plugin";
import { imageUri, parseAddress } from "../images/address.js";
import { mimeOf, openFile, readImage } from "../images/read-image.js";
import { errorText } from "../schema/error-text.js";

/** Number of images on a page of the list. */
const pageSize = 50;
/** Most characters of a prompt in a title. */
const titleLength = 80;
/** The error code for a resource that does not exist (MCP specification, resources). */
const notFound = -32_002;
/** The address of a small version is that of the image with this ending. */
const smallVersion = "/thumbnail";

const titleOf = ({ prompt, name }: Picture): string => {
  const line = prompt.replace(/\s+/g, " ").trim();
  if (line === "") return name;
  return cutText(line, titleLength);
};

const resourceOf = (picture: Picture): ListResourcesResult["resources"][number] => {
  const { id, name, mime, bytes, workflow, time } = picture;
  return {
    uri: imageUri(id),
    name,
    title: titleOf(picture),
    description: `Made with ${workflow}`,
    ...(mime !== undefined && { mimeType: mime }),
    ...(bytes !== undefined && { size: bytes }),
    annotations: { lastModified: time },
  };
};

/** The saved images whose files are there, newest first. */
export async function listResources({ calls }: Client, cursor?: string): Promise<ListResourcesResult> {
  const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
  const page = await calls.listPictures({ query });
  return {
    resources: page.pictures.filter(({ state }) => state === "there").map(resourceOf),
    ...(page.cursor !== undefined && { nextCursor: page.cursor }),
  };
}

export const resourceTemplates = [
  {
    uriTemplate: "pictor://images/{id}",
    name: "image",
    title: "Saved image",
    description: "The file of a saved image; list_images shows the ids",
  },
  {
    uriTemplate: "pictor://images/{id}/thumbnail",
    name: "image-thumbnail",
    mimeType: "image/webp",
    title: "Small version of a saved image",
    description: "At most 512 pixels",
  },
  {
    uriTemplate: "pictor://jobs/{job}/outputs/{index}",
    name: "output",
    title: "Output of a job",
    description: "The file of an output, counted from 0",
  },
  {
    uriTemplate: "pictor://jobs/{job}/outputs/{index}/thumbnail",
    name: "output-thumbnail",
    mimeType: "image/webp",
    title: "Small version of an output",
    description: "At most 512 pixels",
  },
];

async function contentOf(calls: Client["calls"], uri: string) {
  const isSmall = uri.endsWith(smallVersion);
  const address = parseAddress(isSmall ? uri.slice(0, -smallVersion.length) : uri);
  if (isSmall) {
    const { data, mimeType } = await readImage(calls, address, "medium");
    return { uri, mimeType, blob: data };
  }
  const file = await openFile(calls, address);
  const blob = Buffer.from(await file.arrayBuffer()).toString("base64");
  return { uri, mimeType: mimeOf(file), blob };
}

function errorCodeOf(error: unknown): number {
  if (!(error instanceof ApiError) && !(error instanceof PictorError)) return ErrorCode.InternalError;
  return error.code === "API_THING_UNKNOWN" ? notFound : ErrorCode.InvalidParams;
}

/** Rejects with an error of the protocol: there is no result that could say what is wrong. */
export async function readResource(
  { calls }: Client,
  uri: string,
  problemOf: ApiContext["problemOf"],
): Promise<ReadResourceResult> {
  try {
    return { contents: [await contentOf(calls, uri)] };
  } catch (error) {
    throw new McpError(errorCodeOf(error), errorText(error, problemOf), { uri });
  }
}

// Finds texts in XMP data (XMP specification, part 1, section 7), without reading the whole of its XML.

import { decodeEntities } from "@pictor/kernel/plugin";

/** The keyword of XMP data among the texts of an image; that of a PNG (PNG specification, section 11.3.3.2). */
export const xmpKeyword = "XML:com.adobe.xmp";
/** Prefix of XMP data in a JPEG segment (XMP specification, part 3, section 1.1.3). */
export const xmpPrefix: Uint8Array = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");

/** The value of a property: in its element, in the first item of its list, or in an attribute; undefined if it has none. */
function propertyOf(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}`);
  const end = start < 0 ? -1 : xml.indexOf(`</${name}>`, start);
  if (end >= 0) {
    const inner = xml.slice(xml.indexOf(">", start) + 1, end);
    const item = inner.indexOf("<rdf:li");
    const text =
      item < 0 ? inner : inner.slice(inner.indexOf(">", item) + 1, inner.indexOf("</rdf:li>", item));
    return decodeEntities(text.trim());
  }
  const [, attribute] = new RegExp(`\\b${name}="([^"]*)"`).exec(xml) ?? [];
  return attribute === undefined ? undefined : decodeEntities(attribute);
}

/** The comment in the XMP data of an image, such as the JSON of Draw Things. */
export function xmpComment(texts: Readonly<Record<string, string>>): string | undefined {
  const xml = texts[xmpKeyword];
  return xml === undefined ? undefined : propertyOf(xml, "exif:UserComment");
}

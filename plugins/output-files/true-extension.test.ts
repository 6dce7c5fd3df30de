// The extension of a saved file follows from its bytes, whatever name the backend gave it.

import { expect, it } from "vitest";
import { trueExtension } from "./true-extension.js";

const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const extension = (head: string, filename: string) => trueExtension(Buffer.from(head, "latin1"), filename);

it.each([
  [png, "x.exe", ".png"],
  [png, "x.desktop", ".png"],
  [png, "x.png.lnk", ".png"],
  [png, "x.PNG", ".png"],
  [png, "x", ".png"],
  ["\xff\xd8\xff\xe0", "x.jpeg", ".jpg"],
  ["RIFF\0\0\0\0WEBPVP8 ", "x.png", ".webp"],
  ["RIFF\0\0\0\0WAVEfmt ", "x.scr", ".wav"],
  ["GIF89a", "x.gif", ".gif"],
  ["\0\0\0\x20ftypisom", "x.mp4", ".mp4"],
  ["\0\0\0\x1cftypavif", "x.mp4", ".avif"],
  ["\x1aE\xdf\xa3", "x.webm", ".webm"],
  ["\x1aE\xdf\xa3", "x.mkv", ".mkv"],
  ["\x1aE\xdf\xa3", "x.bat", ".webm"],
  ["OggS\0", "x.opus", ".opus"],
  ["fLaC", "x.flac", ".flac"],
  ["ID3\x04", "x.mp3", ".mp3"],
  ["glTF\x02", "x.glb", ".glb"],
  ["<svg xmlns=", "x.svg", ".svg"],
])("bytes of a known type decide %j in %s is %s", (head, filename, expected) => {
  expect(extension(head, filename)).toBe(expected);
});

it.each([
  ["MZ\x90\0", "x.exe", ".bin"],
  ["MZ\x90\0", "x.png", ".bin"],
  ["[Desktop Entry]", "x.desktop", ".bin"],
  ["#!/bin/sh", "x.sh", ".bin"],
  ["L\0\0\0", "x.png.lnk", ".bin"],
  ["<html><script>", "x.html", ".bin"],
  ["<html><script>", "x.svg", ".bin"],
  ["", "x", ".bin"],
  ["x", "x.a/b", ".bin"],
  ["\x90\0\0\0\0\0\0\0{", "x.latent", ".latent"],
  ["a lighthouse", "x.TXT", ".txt"],
  ["v 0 0 0", "x.obj", ".obj"],
])("bytes of an unknown type %j in %s has the extension %s", (head, filename, expected) => {
  expect(extension(head, filename)).toBe(expected);
});

// The bytes of a whole file as a stream, for the readers of image metadata.

export async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

// The bytes of a whole file as a stream, as outputs and the readers of images take them.

export async function* bytesOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

// Generated pages of the documentation.

export async function generatedDocs(): Promise<readonly (readonly [path: string, text: string])[]> {
  return Promise.resolve([]);
}

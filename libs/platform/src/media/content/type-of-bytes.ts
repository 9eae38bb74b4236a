/** The media type that bytes themselves say; empty where they say none. What reads them is loaded with the first. */
export async function typeOfBytes(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes))?.mime ?? '';
}

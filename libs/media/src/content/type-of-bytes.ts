/** The media type detected from the bytes; empty if unknown. The detector is loaded with the first call. */
export async function typeOfBytes(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes))?.mime ?? '';
}

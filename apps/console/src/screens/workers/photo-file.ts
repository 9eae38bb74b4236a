/** A file as the API takes photos. */
export function dataUrlOf(file: File): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<string>((resolve, reject) => {
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () =>
      reject(new Error('The photo cannot be read', { cause: reader.error })),
    );
  });
  reader.readAsDataURL(file);
  return read;
}

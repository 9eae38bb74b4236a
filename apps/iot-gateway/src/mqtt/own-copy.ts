/** What is kept for long: a view would keep all of the memory that the bytes came in, and a pooled copy all of its pool. */
export function ownCopy(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

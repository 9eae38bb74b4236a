const FREE_PORT = new URL('../../dev/process/free-port.mjs', import.meta.url);

/** A free port of this machine that no outgoing connection uses, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const ports = (await import(FREE_PORT.href)) as { freePort(): Promise<number> };
  return ports.freePort();
}

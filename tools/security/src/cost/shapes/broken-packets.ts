import { message, packet } from '@furrow/testbed/load';

const NOTHING = Buffer.alloc(0);

export interface PacketShape {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every packet type, including reserved ones, with each combination of flags and with bodies of other types. */
export function packetShapes(): PacketShape[] {
  const bodies: Readonly<Record<string, (type: number, flags: number) => Buffer>> = {
    'without a body': (type, flags) => packet(type, flags, NOTHING),
    'with a body of zeros': (type, flags) => packet(type, flags, Buffer.alloc(60_000)),
    'with a body of 0xff': (type, flags) => packet(type, flags, Buffer.alloc(60_000, 0xff)),
    'with a body of letters': (type, flags) => packet(type, flags, Buffer.alloc(60_000, 'a')),
    'shorter than it says': (type, flags) => packet(type, flags, Buffer.alloc(1_000), 2_000_000),
    'as long as can be said': (type, flags) => packet(type, flags, Buffer.alloc(1_000), 268_435_455),
    'with a length without an end': (type, flags) =>
      Buffer.concat([Buffer.from([(type << 4) | flags]), Buffer.alloc(1_000, 0x80)]),
  };
  return Array.from({ length: 16 }, (_, type) => type).flatMap((type) =>
    [0, 2, 15].flatMap((flags) =>
      Object.entries(bodies).map(([name, body]) => ({
        ...{ name: `packet ${type}, flags ${flags}, ${name}`, bytes: message(body(type, flags)) },
      })),
    ),
  );
}

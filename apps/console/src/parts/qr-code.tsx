import { encode } from 'uqr';

/** The quiet zone that readers need. */
const QUIET_MODULES = 4;

interface Props {
  readonly text: string;
  readonly label: string;
}

/** A QR code on a screen, where nothing damages it: with the least correction, so that its modules are large. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_MODULES });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

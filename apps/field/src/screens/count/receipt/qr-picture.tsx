import { encode } from 'uqr';

/** Light modules around the code, which readers need. */
const MARGIN = 4;

interface Props {
  readonly text: string;
  readonly label: string;
}

/** A QR code, black on white in every theme. */
export default function QrPicture({ text, label }: Props) {
  const { data, size } = encode(text, { border: MARGIN });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

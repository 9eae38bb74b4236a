import { Random } from '@furrow/program';
import sharp from 'sharp';

/** A drawn leaf with spots or aphids, for a scouting record. @param found how much is on it @returns WebP */
export function leafWith(found: number, seed: number, finding: 'aphids' | 'mildew'): Promise<Buffer> {
  const random = new Random(seed);
  const marks = Array.from({ length: Math.min(60, Math.round(found * 6) + 3) }, () => {
    const angle = random.below(628) / 100;
    const [x, y] = [200 + Math.cos(angle) * random.below(95), 150 + Math.sin(angle) * random.below(60)];
    return finding === 'mildew'
      ? `<circle cx="${x}" cy="${y}" r="${6 + random.below(13)}" fill="#f4f1e6" opacity="0.75"/>`
      : `<ellipse cx="${x}" cy="${y}" rx="5" ry="3.4" fill="#b7d36a" stroke="#4c6b1f" transform="rotate(${random.below(180)} ${x} ${y})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">
    <rect width="400" height="300" fill="${finding === 'mildew' ? '#b9a184' : '#a9b79c'}"/>
    <path d="M30 160C90 40 300 20 372 140 310 260 100 280 30 160z" fill="#4f8a3b"/>
    <path d="M30 160C140 150 260 145 372 140M120 154l50-70M120 156l60 70M200 150l50-64M200 151l56 66M280 146l30-40M280 146l36 44"
      fill="none" stroke="#3b6b2c" stroke-width="4"/>
    ${marks.join('')}
  </svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 78 }).toBuffer();
}

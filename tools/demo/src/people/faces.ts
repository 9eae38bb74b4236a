import sharp from 'sharp';
import type { CrewMember } from './crew.ts';

const SIZE = 256;
const BACKGROUNDS = ['#cfe3c8', '#f3d9b1', '#c9dcec', '#ecd0c9', '#ded5ec', '#e9e4b8'];
const SKINS = ['#f1c9a5', '#c98f62', '#e3b088', '#8d5a3b', '#d9a377'];
const HAIRS = ['#2b2118', '#4a3324', '#6b4a2f', '#1b1b22', '#3a2a20', '#7a7268', '#241c16'];
const SHIRTS = ['#2f6f4f', '#a4532a', '#2c5a85', '#7a3b5d', '#8a7a1f', '#454f63'];
const HATS = ['#d9b45a', '#c0462f', '#3f7fb5', '#6f8f3a'];

/** A portrait of simple shapes, the same for the same person. @returns WebP */
export function faceOf({ look, hair: length }: CrewMember): Promise<Buffer> {
  const of = (colours: readonly string[], step: number) =>
    colours[(look * step + 1) % colours.length] ?? '#888';
  const [skin, hair, shirt] = [of(SKINS, 2), of(HAIRS, 3), of(SHIRTS, 1)];
  const head =
    length === 'long'
      ? `<path d="M70 118c0-50 26-76 58-76s58 26 58 76v62H70z" fill="${hair}"/>`
      : `<path d="M74 116c0-46 24-70 54-70s54 24 54 70z" fill="${hair}"/>`;
  const hat =
    look % 3 === 0
      ? `<path d="M52 92c30-16 122-16 152 0 8 6 4 14-6 12-40-10-100-10-140 0-10 2-14-6-6-12z" fill="${of(HATS, 1)}"/>
         <path d="M84 88c0-34 18-48 44-48s44 14 44 48c-26-8-62-8-88 0z" fill="${of(HATS, 1)}"/>`
      : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="${SIZE}" height="${SIZE}">
    <rect width="256" height="256" fill="${of(BACKGROUNDS, 1)}"/>
    ${head}
    <path d="M36 256c4-52 38-72 92-72s88 20 92 72z" fill="${shirt}"/>
    <path d="M108 160h40v34c0 16-40 16-40 0z" fill="${skin}"/>
    <ellipse cx="128" cy="126" rx="44" ry="54" fill="${skin}"/>
    <path d="M84 112c4-34 24-46 44-46s40 12 44 46c-22-4-30-18-38-24-12 14-30 22-50 24z" fill="${hair}"/>
    ${hat}
    <circle cx="111" cy="126" r="5" fill="#2a221c"/><circle cx="145" cy="126" r="5" fill="#2a221c"/>
    <path d="M126 132l-4 16h10" fill="none" stroke="#00000030" stroke-width="4"/>
    <path d="M110 160q18 ${8 + (look % 4) * 3} 36 0" fill="none" stroke="#7c3f33" stroke-width="5" stroke-linecap="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer();
}

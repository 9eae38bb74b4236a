import sharp from 'sharp';
import { photoOf, bytesOfDataUrl } from './dist/index.js';
const noise = { type: 'gaussian', mean: 128, sigma: 25 };
const photo = await sharp({ create: { width: 3400, height: 2550, channels: 3, background: 'grey', noise } }).jpeg({ quality: 92 }).toBuffer();
console.log('photo', (photo.length/1048576).toFixed(1), 'MB');
const m = (l) => { const u = process.memoryUsage(); console.log(l, ...['rss','heapTotal','heapUsed','external','arrayBuffers'].map((k) => `${k} ${(u[k]/1048576).toFixed(0)}`)); };
const peak = { v: 0 }; setInterval(() => { peak.v = Math.max(peak.v, process.memoryUsage.rss()); }, 5).unref();
m('start');
const mode = process.argv[2];
for (let i = 0; i < 12; i++) {
  if (mode === 'photo') await Promise.all([photoOf(photo, 'p'), photoOf(photo, 'p')]);
  else {
    const body = Buffer.from(JSON.stringify({ photo: `data:image/jpeg;base64,${photo.toString('base64')}` }));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const parsed = JSON.parse(mode === 'norm' ? text.normalize('NFC') : text);
    const bytes = bytesOfDataUrl(parsed.photo, 'p');
    if (mode === 'all') await photoOf(bytes, 'p');
    await new Promise((r) => setTimeout(r, 10));
  }
}
m('end'); console.log('peak', (peak.v/1048576).toFixed(0));

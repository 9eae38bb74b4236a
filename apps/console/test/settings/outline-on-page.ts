import type { Browser } from '@furrow/testbed/browser';

type Corner = readonly [longitude: number, latitude: number];

const SQUARE: readonly Corner[] = [
  [-70.7, -33.5],
  [-70.69, -33.5],
  [-70.69, -33.49],
  [-70.7, -33.49],
];

/** A zipped shapefile of a square kilometre in UTM zone 19S, whose south-west corner lies on its central meridian. */
const SHAPEFILE = [
  'UEsDBBQAAAAIAAAAIVxII6/hPAAAAOwAAAAIAAAAdmVnYS5zaHBjYFDnYsAOyl4wMzCwQjkNLXKOILqDIQJMK0yB8JsYIXwCgBGI',
  'HYgxC6QQpg6bWhgfZi+6O2B8dPUgPgBQSwMEFAAAAAgAAAAhXC7fxv0EAQAAmQEAAAgAAAB2ZWdhLnByamWP22qEMBCG3yXXqXjW',
  'XIpmrUs14oFCRUJwUzcgEWLavn6jpXS7OxcD8883/8zUDTmn7QBe85Y6KPZp35X0bZXcVC2AOSb53jaJ/iIAZknXlwPIbqS2fsYN',
  'KbI/JwBDL4odL7Js6KLYcoPIdb0g9MYR1k1RYuOQK87ll5iuANqWPcK+Kjrjy2ejH5IT+YHnIjdwEPK9n1FyxmlXkGoAnWJy++Rq',
  '47TkamJ6VcAQSZOUuMPNAE5sMT3MNi3kDGBg77EvemCqVenrATkH9IClXGrFln2RuAgmAXwK0R3TTmzh9MSm/RBzPkIo/Ae8MC30',
  'x4VT8k6JErMwNjePl1xzM+gYZfwGUEsBAhQAFAAAAAgAAAAhXEgjr+E8AAAA7AAAAAgAAAAAAAAAAAAAAAAAAAAAAHZlZ2Euc2hw',
  'UEsBAhQAFAAAAAgAAAAhXC7fxv0EAQAAmQEAAAgAAAAAAAAAAAAAAAAAYgAAAHZlZ2EucHJqUEsFBgAAAAACAAIAbAAAAIwBAAAA',
  'AA==',
].join('');

/** The field for an outline in a dialog of the console, by pointer and by files. */
export class OutlineOnPage {
  constructor(private readonly browser: Browser) {}

  /** Drops a file on the map. */
  async drop(name: string, content: string): Promise<void> {
    await this.browser.text('dialog[open] .tools');
    await this.browser.value(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
      document.querySelector('dialog[open] .ground').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
  }

  async dropShapefile(): Promise<void> {
    await this.browser.text('dialog[open] .tools');
    await this.browser.value(`{
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob('${SHAPEFILE}'), (each) => each.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], 'vega.zip'));
      document.querySelector('dialog[open] .ground').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
  }

  legend(): Promise<string> {
    return this.browser.text('dialog[open] .outline-field legend');
  }

  /** @param corners in parts of the map's width and height */
  async draw(corners: readonly Corner[]): Promise<void> {
    await this.browser.click('dialog[open] .tools button');
    for (const corner of [...corners, corners[0]!]) await this.browser.pressAt(await this.#at(corner));
  }

  async drag(from: Corner, to: Corner): Promise<void> {
    await this.browser.pressAt(await this.#at(from), await this.#at(to));
  }

  async #at([x, y]: Corner): Promise<{ x: number; y: number }> {
    const map = await this.browser.value<{ x: number; y: number; width: number; height: number }>(`{
      const ground = document.querySelector('dialog[open] .ground');
      ground.scrollIntoView({ block: 'center' });
      ground.getBoundingClientRect().toJSON()
    }`);
    return { x: map.x + x * map.width, y: map.y + y * map.height };
  }

  kml(): string {
    const corners = [...SQUARE, SQUARE[0]!].map(([x, y]) => `${x},${y},0`).join(' ');
    return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Vega</name>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon>
      </Placemark></Document></kml>`;
  }

  /** @param order of the corners of a square */
  geoJson(order: readonly number[]): string {
    const corners = order.map((corner) => SQUARE[corner]!);
    return JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]]] });
  }

  circle(corners: number): string {
    const around = Array.from({ length: corners + 1 }, (_, i) => {
      const angle = ((i % corners) / corners) * 2 * Math.PI;
      return [-70 + Math.cos(angle) / 100, -33 + Math.sin(angle) / 100];
    });
    return JSON.stringify({ type: 'Polygon', coordinates: [around] });
  }

  /** Entities that would be a gigabyte of text. */
  bomb(): string {
    const entities = Array.from({ length: 9 }, (_, i) =>
      i === 0 ? '<!ENTITY e0 "lol">' : `<!ENTITY e${i} "${`&e${i - 1};`.repeat(10)}">`,
    );
    return `<?xml version="1.0"?><!DOCTYPE kml [${entities.join('')}]><kml><name>&e8;</name></kml>`;
  }
}

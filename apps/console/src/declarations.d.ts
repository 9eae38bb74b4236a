/** Its own types are those of a version before its modules had named exports. */
declare module 'shpjs' {
  /**
   * The geometries of a shapefile, as GeoJSON in degrees.
   * @param prj its projection; without one its coordinates are taken as they are
   */
  export function parseShp(shp: Uint8Array, prj?: Uint8Array): (object | null)[];
}

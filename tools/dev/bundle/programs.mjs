/** The folder of each program, and the names of its entries. */
export const PROGRAMS = {
  'apps/api': ['main'],
  'apps/iot-gateway': ['main'],
  'tools/demo': ['main'],
  'tools/furrow': ['main', 'program'],
  'tools/simulate': ['main'],
};

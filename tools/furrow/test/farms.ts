/** A small farm in the form of a farm file. */
export function farm(key: string, over: object = {}): object {
  return {
    company: { key, name: `${key} farms`, timezone: 'America/Santiago' },
    users: [
      { idpId: `idp|${key}-ana`, name: 'Ana Rojas', email: `ana@${key}.example`, role: 'supervisor' },
      { idpId: `idp|${key}-ben`, name: 'Ben Soto', role: 'admin' },
    ],
    projects: [
      {
        key: 'north',
        name: 'North',
        timezone: 'America/Santiago',
        defaults: { samplingUnit: 'kg', pricePerUnit: 120 },
        sectors: [
          { key: 'n1', name: 'N1', crop: 'Cherry', boundary: square(-71, -33) },
          { key: 'n2', name: 'N2' },
        ],
      },
      { key: 'south', name: 'South', timezone: 'America/Havana', sectors: [{ key: 'n1', name: 'S1' }] },
    ],
    workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active', 'inactive'] },
    qualities: [{ key: 'export', name: 'Export' }],
    devices: [
      {
        deviceId: `${key}-ws-01`,
        project: 'north',
        sector: 'n1',
        latitude: -33,
        longitude: -71,
        altitude: 90,
      },
      { deviceId: `${key}-ws-02`, project: 'south' },
    ],
    apiTokens: [{ name: 'bi', scopes: ['read:production'] }],
    ...over,
  };
}

export const yamlFarm = (key: string) => `# A farm in YAML
company: { key: ${key}, name: Ñuble Farms, timezone: America/Santiago }
users:
  - { idpId: "idp|${key}-eva", name: Eva, role: agronomist, email: null, picture: null, status: active }
projects:
  - key: north
    name: North Block
    timezone: America/Santiago
    sectors:
qualities:
forms: []
apiTokens: [{ name: bi, scopes: ["read:production"], expiresAt: 2100-01-01T00:00:00-03:00 }]
`;

export function square(west: number, south: number, side = 0.01) {
  const [east, north] = [west + side, south + side];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

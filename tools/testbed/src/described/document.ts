import { readFileSync } from 'node:fs';

/** The host that serves a path: the API or the IoT gateway. */
export type Host = 'api' | 'gateway';

export type Referable<T> = T | { readonly $ref: string };

export interface DescribedResponse {
  readonly headers?: Readonly<Record<string, Referable<{ readonly required?: boolean }>>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

export interface Operation {
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: object }>>;
  };
  readonly responses: Readonly<Record<string, Referable<DescribedResponse>>>;
}

type PathItem = Readonly<Record<string, Operation>> & { readonly servers?: readonly Server[] };
interface Server {
  readonly url: string;
}

export interface Description {
  readonly servers: readonly Server[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface DescribedOperation {
  readonly host: Host;
  /** Upper case. */
  readonly method: string;
  /** With `{parameters}`. */
  readonly path: string;
}

const FILE = new URL('../../../../docs/openapi.json', import.meta.url);
const METHODS = ['get', 'head', 'post', 'patch', 'put', 'delete'];

let read: Description | undefined;

/** docs/openapi.json, which `npm test` holds against the code. */
export function description(): Description {
  return (read ??= JSON.parse(readFileSync(FILE, 'utf8')) as Description);
}

/** Every operation of a host. */
export function describedOperations(host: Host): DescribedOperation[] {
  const { paths } = description();
  return Object.entries(paths)
    .filter(([, item]) => hostsOf(item).includes(host))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => ({
        ...{ host, path, method: method.toUpperCase() },
      })),
    );
}

/** The operation of a request, chosen as the router does; a HEAD may match a GET. */
export function operationOf(host: Host, method: string, path: string) {
  const meant = router(host).filter(({ pattern }) => pattern.test(path));
  const [found] = [method, ...(method === 'HEAD' ? ['GET'] : [])].flatMap(
    (each) => meant.find((operation) => operation.method === each) ?? [],
  );
  if (!found) return undefined;
  const key = found.method.toLowerCase();
  const operation = description().paths[found.path]?.[key] as Operation;
  return { operation, pointer: `#/paths/${escaped(found.path)}/${key}` };
}

const routers = new Map<Host, ReturnType<typeof routerOf>>();

function router(host: Host) {
  const known = routers.get(host) ?? routerOf(host);
  routers.set(host, known);
  return known;
}

/** Paths with fewer parameters come first. */
function routerOf(host: Host) {
  return describedOperations(host)
    .map((operation) => ({ ...operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => parameters(a.path) - parameters(b.path));
}

/** What a reference points to, and its own pointer. */
export function resolved<T extends object>(value: Referable<T>, pointer: string) {
  return '$ref' in value ? { value: at(value.$ref) as T, pointer: value.$ref } : { value, pointer };
}

/** What is at a pointer into the document, such as `#/components/schemas/ErrorB`. */
export function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (from, part) => (from as Readonly<Record<string, unknown>>)[unescaped(part)],
      description(),
    );
}

/** A part of a JSON pointer, escaped for the fragment of a URL. */
export const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const unescaped = (part: string): string =>
  decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');

function hostsOf({ servers = description().servers }: PathItem): Host[] {
  return servers.map(({ url }) => (url.startsWith('/') ? 'api' : 'gateway'));
}

const parameters = (path: string): number => path.split('{').length;

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}/?$`, 'i');
}

/** What an API token may be allowed to do. */
export const SCOPES = ['read:production', 'read:phytosanitary', 'write:telemetry'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: unknown): text is Scope {
  return (SCOPES as readonly unknown[]).includes(text);
}

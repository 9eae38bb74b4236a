/** The QoS at which a message reaches a client with these subscriptions, 0 or 1; undefined where none of them fits. */
export function qosOf(
  subscriptions: readonly { readonly topic: string; readonly qos: number }[],
  topic: string,
): 0 | 1 | undefined {
  const fitting = subscriptions.filter((subscription) => matches(subscription.topic, topic));
  if (fitting.length === 0) return undefined;
  return fitting.some(({ qos }) => qos > 0) ? 1 : 0;
}

function matches(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')];
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return true;
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false;
  }
  return wanted.length === levels.length;
}

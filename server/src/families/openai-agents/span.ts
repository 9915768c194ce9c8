import { isObject } from '../../text/pointer';

/** What a span is about, and its type: `agent`, `generation`, `function`, or `task` and `turn`, which the SDK exports as custom spans. */
export function spanContent({ span_data: written }: Record<string, unknown>): {
  type: string;
  data: Record<string, unknown>;
} {
  const outer = isObject(written) ? written : {};
  const inner = isObject(outer['data']) ? outer['data'] : {};
  const type = inner['sdk_span_type'] ?? outer['type'];
  const isWord = typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/.test(type);
  const isOwn = inner['sdk_span_type'] !== undefined;
  return { type: isWord ? type : 'span', data: isOwn ? { ...outer, ...inner } : outer };
}

/** The operation of a type: `llm`, `tool`, or the type itself. */
export function spanWord(type: string): string {
  return WORDS.get(type) ?? type;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['generation', 'llm'],
  ['response', 'llm'],
  ['function', 'tool'],
]);

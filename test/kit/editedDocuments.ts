import fc from 'fast-check';
import type { TextFile } from '../../server/src/model/text';
import { renderRegistry } from '../../server/src/registry/registryTemplate';
import { isObject } from '../../server/src/text/jsonPointer';
import { registryText } from '../bench/registries.mjs';
import { memoryFile } from './analyseText';
import { examples } from './examples';
import { isJson } from './isJson';
import { message } from './runsClient';

/** How a document is made; small enough to be shown when a property fails. */
export interface DocumentPlan {
  /** Which elements it has, as indexes of a pool, again and again until there are `count`. */
  picks: readonly number[];
  count: number;
  lineEnds: readonly string[];
  hasByteOrderMark: boolean;
  /** How the elements of a large array are laid out. */
  layout: keyof typeof LAYOUTS;
}

/** What is between two elements, and how far each is indented; one that is not indented is on one line. */
const LAYOUTS = {
  lines: { between: ',\n', indent: 0 },
  'one line': { between: ', ', indent: 0 },
  pretty: { between: ',\n', indent: 2 },
} as const;

export interface DocumentForm {
  name: string;
  /** Its share of the edits of a test; those of a large document cost more. */
  share: number;
  plan: fc.Arbitrary<DocumentPlan>;
  text(plan: DocumentPlan): string;
}

const NEW_REGISTRY = { workflow: 'specify', now: '2026-07-01T09:00:00Z', style: 'bullets', extensions: [] } as const;
const registry = (id: string, style: 'bullets' | 'table' = 'bullets') =>
  renderRegistry({ ...NEW_REGISTRY, style, featureId: id, branch: id });

const artifacts: readonly object[] = [
  { type: 'code', path: 'src/a.ts', content: 'export const a = 1;\n'.repeat(16), status: 'proposed' },
  { type: 'code', path: 'src/b.ts', content: `// "quotes" \\ {brackets} \u{1F600}\n`.repeat(10), status: 'applied' },
  {
    type: 'documentation',
    path: 'specs/1/.workflow/index.md',
    content: registryText(1, { size: 1, id: '1' }),
    status: 'proposed',
  },
  { type: 'code', path: '../outside.ts', content: 'x', status: 'propsed' },
  { type: 'code', content: 'y', staus: 'proposed' },
];

const carrying: object = { ...JSON.parse(message(1)), payload: { ...JSON.parse(message(1)).payload, artifacts } };

const ignoring: object = { ...JSON.parse(message(2, { confidence: 7 })), $ignore: ['agent-message/*'] };

/** Envelopes in one line each: valid ones, broken ones, and JSON that only resembles them. */
const envelopeTexts: readonly string[] = [
  message(1),
  JSON.stringify(carrying),
  ...[2, 3, 4].map(number => message(number)),
  message(2, { confidence: 7 }),
  ...[ignoring, carrying, ...examples.map(({ value }) => value)].map(value => JSON.stringify(value)),
  '{"from": "biuld", "to": "fix", "payload": {"confidence": 2}}',
  '{"call_id": "t_4k7m2p9x1c", "ok": 1, "latency_ms": 1, "error": null}',
  '{"event": "plan:start", "trace_id": "t"}',
  '{"call_id": "t_4k7m2p9x1c", "ok": true, "latency_ms": 1, "error": null} // done',
  '{"id": "msg_1", "id": "msg_1", "from": ',
  '{"a": "\uD800"}',
  '42',
  '',
];

/** Texts to paste into any document. */
export const PASTED: readonly string[] = [
  ...envelopeTexts.slice(0, 8),
  ...envelopeTexts.slice(0, 3).map(text => `${text},\n`),
  ...artifacts.map(value => `${JSON.stringify(value)},\n`),
  `\n\`\`\`json\n${envelopeTexts[0]}\n\`\`\`\n`,
  registry('2-two', 'table'),
];

/** Large pieces: a log, a block with a list, and a registry of some features. */
export const LARGE_PASTED: readonly string[] = [
  Array.from({ length: 3 }, () => envelopeTexts.join('\n')).join('\n'),
  `\n\`\`\`json\n[${Array.from({ length: 60 }, (_, index) => message(index)).join(',\n')}]\n\`\`\`\n`,
  registryText(3, { size: 4, id: '3' }),
];

/** Texts longer than this are those of which a part may be read alone. */
const LARGE = 70_000;

/** Objects with an array of objects, each made long by repeating its elements. */
const largeEnvelopes: readonly ((plan: DocumentPlan) => string)[] = [
  { ...carrying },
  ...examples.map(({ value }) => value),
].flatMap(value => {
  const path = arrayIn(value);
  return path ? [(plan: DocumentPlan) => withLongArray(value, path, plan)] : [];
});

const LARGE_SHARE = 0.05;
const SMALL_SHARE = 0.125;

export const documentForms: readonly DocumentForm[] = [
  { name: 'log.jsonl', share: SMALL_SHARE, plan: planOf(24), text: joined(envelopeTexts, '\n') },
  {
    name: 'array.json',
    share: SMALL_SHARE,
    plan: planOf(12),
    text: plan => `[\n${joined(envelopeTexts, ',\n')(plan)}\n]`,
  },
  {
    name: 'whole-array.json',
    share: SMALL_SHARE,
    plan: planOf(24),
    text: plan =>
      `[${plan.layout === 'one line' ? '' : '\n'}${joined(wholeTexts(plan), LAYOUTS[plan.layout].between)(plan)}]`,
  },
  { name: 'rows.json', share: LARGE_SHARE, plan: planOf(8), text: plan => joined(wholeTexts(plan), '\n')(plan) },
  { name: 'large.json', share: LARGE_SHARE, plan: planOf(1), text: largeText },
  {
    name: 'large-array.json',
    share: LARGE_SHARE,
    plan: planOf(3),
    text: plan => `[${largeText(plan)},\n${joined(envelopeTexts, ',\n')(plan)}]`,
  },
  {
    name: 'large.jsonc',
    share: LARGE_SHARE,
    plan: planOf(1),
    text: plan => largeText(plan).replaceAll(',\n', ', // {"\n'),
  },
  {
    name: 'large.jsonl',
    share: LARGE_SHARE,
    plan: planOf(6),
    text: plan => [largeText(plan).replaceAll('\n', ''), joined(envelopeTexts, '\n')(plan)].join('\n'),
  },
  { name: 'blocks.md', share: SMALL_SHARE, plan: planOf(8), text: joined(envelopeTexts.map(inBlock), '\n') },
  {
    name: 'large.md',
    share: LARGE_SHARE,
    plan: planOf(3),
    text: plan => `${inBlock(largeText(plan), 1)}${joined(envelopeTexts.map(inBlock), '\n')(plan)}`,
  },
  {
    name: 'index.md',
    share: SMALL_SHARE,
    plan: planOf(6),
    text: plan => `${registry('1-one')}\n${joined(registryPieces(), '\n')(plan)}`,
  },
  {
    name: 'comments.jsonc',
    share: SMALL_SHARE,
    plan: planOf(5),
    text: plan => `[\n${joined(commentedTexts(), ',\n')(plan)}\n]`,
  },
  { name: 'pretty.json', share: SMALL_SHARE, plan: planOf(1), text: joined(prettyTexts(), '\n') },
];

function largeText(plan: DocumentPlan): string {
  return picked(largeEnvelopes, plan)(plan);
}

/** The document of a plan, as a file. */
export function plannedFile(form: DocumentForm, plan: DocumentPlan): TextFile {
  return memoryFile(form.name, plannedText(form, plan));
}

/** Its text, with line ends that may be of several kinds. */
export function plannedText({ text }: DocumentForm, plan: DocumentPlan): string {
  let line = 0;
  const { lineEnds, hasByteOrderMark } = plan;
  const ended = text(plan).replace(/\n/g, () => lineEnds[line++ % lineEnds.length] ?? '\n');
  return hasByteOrderMark ? `\uFEFF${ended}` : ended;
}

function planOf(most: number): fc.Arbitrary<DocumentPlan> {
  return fc.record({
    picks: fc.array(fc.nat(999), { minLength: 1, maxLength: 8 }),
    count: fc.integer({ min: 1, max: most }),
    lineEnds: fc.constantFrom(['\n'], ['\n'], ['\n'], ['\r\n'], ['\n', '\r\n', '\r']),
    hasByteOrderMark: fc.constantFrom(false, false, false, true),
    layout: fc.constantFrom('lines', 'lines', 'one line', 'pretty'),
  });
}

function joined(pool: readonly string[], between: string): (plan: DocumentPlan) => string {
  return plan => Array.from({ length: plan.count }, (_, index) => picked(pool, plan, index)).join(between);
}

function picked<T>(pool: readonly T[], { picks }: DocumentPlan, index = 0): T {
  return pool[(picks[index % picks.length] ?? 0) % pool.length] as T;
}

/** The path of an object's first array of objects, one level deep or two. */
function arrayIn(value: object, depth = 2): readonly string[] | undefined {
  for (const [key, member] of Object.entries(value)) {
    if (Array.isArray(member) && isObject(member[0])) return [key];
    const below = isObject(member) && depth > 1 ? arrayIn(member, depth - 1) : undefined;
    if (below) return [key, ...below];
  }
  return undefined;
}

const ELEMENTS = '\u0000elements';

/** Repeats the elements of an array; some of them are broken. */
function withLongArray(value: object, path: readonly string[], plan: DocumentPlan): string {
  const copy: Record<string, unknown> = structuredClone({ ...value });
  const owner = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy);
  const key = path.at(-1) ?? '';
  const { between, indent } = LAYOUTS[plan.layout];
  const pool = (owner[key] as object[]).map(element => JSON.stringify(element, null, indent));
  const elements: string[] = [];
  for (let size = 0; size < LARGE; size += elements.at(-1)?.length ?? 0) {
    const element = picked(pool, plan, elements.length);
    elements.push(elements.length % 97 === 96 ? element.replace(/":.*?(,|\})/, `": ${elements.length}$1`) : element);
  }
  owner[key] = ELEMENTS;
  return JSON.stringify(copy, null, 1).replace(JSON.stringify(ELEMENTS), () => `[\n${elements.join(between)}\n]`);
}

function inBlock(text: string, index: number): string {
  const block = `\`\`\`${['json', 'jsonc', 'json5', 'jsonl'][index % 4]}\n${text}\n\`\`\`\n`;
  if (index % 3 === 0) return block.replace(/^/gm, '> ');
  return index % 5 === 0 ? `- Item\n\n${block.replace(/^/gm, '  ')}` : `# Heading ${index}\n\n${block}`;
}

function registryPieces(): string[] {
  const sections = (['bullets', 'table'] as const).flatMap(style => registry(`3-${style}`, style).split(/\n(?=## )/));
  return [
    registryText(2, { size: 2, id: '1' }),
    registry('4-four'),
    registry('5-five', 'table'),
    ...sections,
    'Some prose, and `G-001`.\n',
  ];
}

/** Objects, each by itself without a syntax error, so that a file of them is plain until it is edited. */
function wholeTexts({ layout }: DocumentPlan): string[] {
  const objects = envelopeTexts.filter(text => text.startsWith('{') && isJson(text));
  const { indent } = LAYOUTS[layout];
  return indent === 0 ? objects : objects.map(text => JSON.stringify(JSON.parse(text), null, indent));
}

function commentedTexts(): string[] {
  const ignore = '// agent-envelopes-disable-next-line agent-message/*\n';
  return envelopeTexts.map(
    (text, index) => [`${ignore}${text}`, `// ${index}\n${text}`, `${text} /* ${index} */`][index % 3] ?? text,
  );
}

function prettyTexts(): string[] {
  return [carrying, ignoring, ...examples.map(({ value }) => value)].map(value => JSON.stringify(value, null, 2));
}

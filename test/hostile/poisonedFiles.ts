import { REVIEWS } from '../kit/declaredProtocols';
import { examples } from '../kit/examples';

/** A file in which strangers wrote what wants to be more than text. */
export interface PoisonedFile {
  name: string;
  text: string;
}

/** Gives one payload after the other, and begins anew behind the last. */
type NextPayload = () => string;

export function payloadsInTurn(payloads: readonly string[]): NextPayload {
  let next = 0;
  return () => payloads[next++ % payloads.length] ?? '';
}

/** An example of each kind with its free texts poisoned, with its keys poisoned; of some a log. */
export function poisonedExamples(next: NextPayload): PoisonedFile[] {
  return examples.flatMap(({ shape, value }, index) => {
    const name = `${shape.id.replace(/\W+/g, '-')}-${index}`;
    return [
      { name: `${name}-texts.json`, text: written(withTexts(value, next)) },
      { name: `${name}-keys.json`, text: written(withKeys(value, next)) },
      ...(index % 4 === 0
        ? [{ name: `${name}.jsonl`, text: `${JSON.stringify(withTexts(value, next))}\n${JSON.stringify(value)}\n` }]
        : []),
    ];
  });
}

/** A protocol of which all that it says is poisoned, and an envelope of it. */
export function poisonedProtocol(next: NextPayload): PoisonedFile[] {
  const { request } = REVIEWS.kinds;
  const says = () => ({ title: next(), description: next(), markdownDescription: next() });
  const more = () => ({ pattern: '^[^~]+$', patternErrorMessage: next(), default: next(), examples: [next()] });
  const properties = Object.fromEntries(
    Object.entries(request.schema.properties).map(([key, schema]) => [key, { ...schema, ...says(), ...more() }]),
  );
  const told = { type: 'string', enum: ['a', next()], enumDescriptions: [next(), next()], ...says() };
  const schema = {
    ...request.schema,
    ...says(),
    properties: { ...properties, told, [next()]: { type: 'number', ...says() } },
  };
  const declaration = {
    ...REVIEWS,
    title: next(),
    description: next(),
    kinds: { request: { ...request, title: next(), schema } },
  };
  const envelope = { review_id: `~${next()}`, change: next(), asked_by: next(), summary: next(), told: 'a' };
  return [
    { name: 'poisoned.agent-protocol.json', text: written(declaration) },
    { name: 'declared.json', text: written({ ...envelope, [next()]: 'x', more: next() }) },
  ];
}

/** A state registry in whose rows a cell each is poisoned. */
export function poisonedRegistry(registry: string, next: NextPayload): PoisonedFile[] {
  const lines = registry.split('\n').map((line, index) => {
    const cells = line.split('|');
    if (cells.length < 4 || /^[-| ]+$/.test(line)) return line;
    const cell = next().replace(/\s+/g, ' ').replaceAll('|', '\\|');
    const at = 1 + (index % (cells.length - 2));
    return cells.map((text, i) => (i === at ? `${text}${cell} ` : text)).join('|');
  });
  return [{ name: 'specs/005-x/.workflow/index.md', text: lines.join('\n') }];
}

/** Settings in which every name is poisoned. */
export function poisonedSettings(payloads: readonly string[]) {
  const next = payloadsInTurn(payloads.map(payload => payload.replace(/\s+/g, ' ')));
  return {
    associations: { [`[${next()}`]: 'no/kind', [`${next()}**{`]: next(), '**/x.json': next() },
    agents: [next()],
    intents: [next()],
    rules: { [next()]: 'off', 'envelope/elided-content': next() },
    toolCatalogues: [next(), `${next()}.json`],
    protocols: [next(), 'poisoned.agent-protocol.json'],
    include: [],
    exclude: [`${next()}{`, `[z-a]${next()}`],
    [next()]: next(),
  };
}

function written(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** Behind each text that is not one of few stands a payload: so the text stays what it is. One name in three is poisoned, too. */
function withTexts(value: unknown, next: NextPayload): unknown {
  if (typeof value === 'string') return /^[\w.:+-]*$/.test(value) ? value : `${value} ${next()}`;
  if (Array.isArray(value)) return value.map(one => withTexts(one, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one], index) => [
      key,
      typeof one === 'string' && index % 3 === 1 && key !== '$schema' ? `${one} ${next()}` : withTexts(one, next),
    ]),
  );
}

function withKeys(value: unknown, next: NextPayload): unknown {
  if (Array.isArray(value)) return value.map(one => withKeys(one, next));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withKeys(one, next)]);
  return { ...Object.fromEntries(entries), [next()]: { [next()]: next() } };
}

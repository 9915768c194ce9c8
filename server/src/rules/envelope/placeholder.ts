import templateTexts from '../../generated/templateTexts.json';
import type { FixPlan } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { generatedSlot } from '../../slots/sampleValue';
import { eachDeclaredWith, type SchemaTrait } from '../../slots/schemaPaths';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { defineRule, fillFix } from '../defineRule';
import { displayPath } from '../envelopeFilePaths';

/** Reports a value that is still a placeholder of a template, such as `{feature_id}`. */
export default defineRule({
  id: 'envelope/placeholder',
  severity: 'warning',
  claims: ['enum'],
  fix: 'writes one of the words to choose from',
  check({ value, kind }, report) {
    for (const { steps, text } of TEMPLATE_TEXTS.get(kind.id) ?? []) {
      for (const path of pathsTo(value, steps, text, [])) {
        const name = path.findLast(step => typeof step === 'string') ?? t`This`;
        const message = t`"${name}" still has the template's text, "${text}"; write the actual value.`;
        // Reports the template's own text only as information, since the author has probably just inserted the template.
        report({ path, message, severity: 'info' });
      }
    }
    eachDeclaredWith(isNameOrEnum, kind.schema, value, (pathHere, schema, found) => {
      if (typeof found !== 'string' || found.length > MAX_LENGTH || !mayBePlaceholder(found, schema)) return;
      const path = pathHere();
      const name = path.findLast(step => typeof step === 'string') ?? t`This`;
      const words = unionWords(found, schema);
      if (words.length > 0) {
        const message = t`"${name}" still lists all choices, "${displayPath(found)}"; write one of them.`;
        report({ path, message, fixes: words.slice(0, MAX_FIXES).map(word => changeTo(word, path)) });
      } else if (containsPlaceholder(found, schema)) {
        const slot = generatedSlot(schema);
        report({
          path,
          message: t`"${name}" is still a placeholder, "${displayPath(found)}"; write the actual value.`,
          fixes: slot === undefined ? [] : [fillFix(path, slot)],
        });
      }
    });
  },
});

const TEMPLATE_TEXTS: ReadonlyMap<string, readonly { steps: Path; text: string }[]> = new Map(
  Object.entries(templateTexts as Readonly<Record<string, readonly (readonly string[])[]>>).map(([kind, texts]) => [
    kind,
    texts.map(([pointer = '', text = '']) => ({ steps: parsePointer(pointer), text })),
  ]),
);

// Called for each line of a log: of texts with slashes nearly all are paths, whose first name is no word to choose from.
function mayBePlaceholder(text: string, { enum: allowed, examples }: Schema): boolean {
  if (/[{<|]/.test(text)) return true;
  const slash = text.indexOf('/');
  if (slash < 0) return false;
  const first = text.slice(0, slash).trim();
  return allowed?.includes(first) === true || examples?.includes(first) === true;
}

/** Returns the paths that match a pointer and lead to a text. `*` in the pointer matches each index. */
function pathsTo(value: unknown, steps: Path, text: string, before: Path): Path[] {
  // Called for each line of a log, where nearly no value is the text: only a way to a list needs a path.
  let here = value;
  for (let at = before.length; at < steps.length; at++) {
    const step = steps[at] as string;
    if (step === '*') {
      const above = [...before, ...steps.slice(before.length, at)];
      return Array.isArray(here) ? here.flatMap((item, index) => pathsTo(item, steps, text, [...above, index])) : [];
    }
    if (!isObject(here) || !Object.hasOwn(here, step)) return [];
    here = here[step];
  }
  return here === text ? [[...before, ...steps.slice(before.length)]] : [];
}

function changeTo(value: string, path: Path): FixPlan {
  return { title: t`Change to ${JSON.stringify(displayPath(value))}`, do: 'set', path, value };
}

const MAX_LENGTH = 500;
const MAX_FIXES = 8;

const NAME_SLOTS = new Set([
  'agent',
  'call-id',
  'checkpoint-id',
  'feature-id',
  'intent',
  'message-id',
  'path',
  'tool',
  'trace-decision-id',
  'trace-id',
  'workflow-id',
]);

// One-word examples distinguish a name from prose.
const isNameOrEnum: SchemaTrait = schema =>
  schema.enum !== undefined || NAME_SLOTS.has(schema['x-slot'] ?? '') || hasWordExamples(schema);

function hasWordExamples({ examples = [] }: Schema): boolean {
  return (
    examples.length > 0 && examples.every(sample => typeof sample === 'string' && (sample === '' || WORD.test(sample)))
  );
}

const WORD = /^[\w.:@-]+$/;

/** Returns the words of a list of choices. The schema must know all words that slashes separate, or some that bars do. */
function unionWords(text: string, { enum: allowed, examples = [], 'x-slot': slot }: Schema): string[] {
  const isKnown = (word: string) => allowed?.includes(word) || examples.includes(word);
  if (isKnown(text)) return [];
  const bare = /^\{{1,2}([^{}]*)\}{1,2}$/.exec(text.trim())?.[1] ?? text;
  const words = (separator: RegExp) => [...new Set(bare.split(separator).map(word => word.trim()))];
  const alternatives = bare.includes('|') ? words(/\\?\|/) : [];
  if (alternatives.length > 1 && alternatives.every(word => (slot === 'path' ? PATH : WORD).test(word))) {
    // An enum allows only its own words.
    if (allowed) return alternatives.filter(isKnown);
    if (NAME_SLOTS.has(slot ?? '') || alternatives.some(isKnown)) return alternatives;
  }
  // Fast path: the first word of nearly all paths is unknown.
  if (!bare.includes('/') || !isKnown(bare.slice(0, bare.indexOf('/')).trim())) return [];
  const slashed = words(/\//);
  return slashed.length > 1 && slashed.every(isKnown) ? slashed : [];
}

const PATH = /^[\w.@/-]+$/;

/** Returns whether a text contains a placeholder; outside paths and ids, whether it is one. */
function containsPlaceholder(text: string, { 'x-slot': slot }: Schema): boolean {
  return NAME_SLOTS.has(slot ?? '') ? PLACEHOLDER.test(text) : WHOLE_PLACEHOLDER.test(text.trim());
}

// `{a,b}` and `${HOME}` are shell syntax.
const PLACEHOLDER = /(?:^|[^${])\{{1,2}[^{},\n]{1,80}\}{1,2}|<[a-z][\w .-]{0,60}>/i;
const WHOLE_PLACEHOLDER = /^(?:\{{1,2}[^{},\n]{1,80}\}{1,2}|<[a-z][\w .-]{0,60}>)$/i;

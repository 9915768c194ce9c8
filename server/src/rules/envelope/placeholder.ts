import type { FixPlan } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import type { SchemaTrait } from '../../slots/schemaPathsTo';
import { generatedSlot } from '../../slots/valueGenerator';
import { defineRule } from '../defineRule';
import { fillFix } from '../fillFix';
import { displayPath } from '../paths/displayPath';

export default defineRule({
  id: 'envelope/placeholder',
  severity: 'warning',
  claims: ['enum'],
  fix: 'writes one of the words to choose from',
  check({ value, kind }, report) {
    eachDeclaredWith(isNamed, kind.schema, value, (path, schema, found) => {
      if (typeof found !== 'string' || found.length > LONGEST || !/[{<|/]/.test(found)) return;
      const name = path.findLast(step => typeof step === 'string') ?? 'This';
      const words = unionWords(found, schema);
      if (words.length > 0) {
        const message = `"${name}" holds all words to choose from, "${displayPath(found)}"; write one of them.`;
        report({ path, message, fixes: words.slice(0, MOST_FIXES).map(word => changeTo(word, path)) });
      } else if (containsPlaceholder(found, schema)) {
        const slot = generatedSlot(schema);
        report({
          path,
          message: `"${name}" holds a placeholder, "${displayPath(found)}"; write the value itself.`,
          fixes: slot === undefined ? [] : [fillFix(path, slot)],
        });
      }
    });
  },
});

function changeTo(value: string, path: Path): FixPlan {
  return { title: `Change to ${JSON.stringify(displayPath(value))}`, do: 'set', path, value };
}

const LONGEST = 500;
const MOST_FIXES = 8;

const NAMES = new Set([
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

// Examples of prose have several words.
const isNamed: SchemaTrait = schema =>
  schema.enum !== undefined || NAMES.has(schema['x-slot'] ?? '') || isOfWords(schema);

function isOfWords({ examples = [] }: Schema): boolean {
  return examples.length > 0 && examples.every(one => typeof one === 'string' && (one === '' || WORD.test(one)));
}

const WORD = /^[\w.:@-]+$/;

/** The words of a union: all known to the schema or, with a bar as separator, only some. */
function unionWords(text: string, { enum: allowed, examples = [], 'x-slot': slot }: Schema): string[] {
  const known = new Set([...(allowed ?? []), ...examples].filter(one => typeof one === 'string'));
  if (known.has(text)) return [];
  const bare = /^\{{1,2}([^{}]*)\}{1,2}$/.exec(text.trim())?.[1] ?? text;
  const words = (separator: RegExp) => [...new Set(bare.split(separator).map(word => word.trim()))];
  const parted = words(/\\?\|/);
  if (parted.length > 1 && parted.every(word => (slot === 'path' ? PATH : WORD).test(word))) {
    // With an enum, only its words are offered.
    if (allowed) return parted.filter(word => known.has(word));
    if (NAMES.has(slot ?? '') || parted.some(word => known.has(word))) return parted;
  }
  const either = words(/\//);
  return either.length > 1 && either.every(word => known.has(word)) ? either : [];
}

const PATH = /^[\w.@/-]+$/;

/** Finds a placeholder: as a part of a path or an id, elsewhere only as the whole value. */
function containsPlaceholder(text: string, { 'x-slot': slot }: Schema): boolean {
  return NAMES.has(slot ?? '') ? PLACE.test(text) : WHOLE_PLACE.test(text.trim());
}

// `{a,b}` and `${HOME}` are shell syntax.
const PLACE = /(?:^|[^${])\{{1,2}[^{},\n]{1,80}\}{1,2}|<[a-z][\w .-]{0,60}>/i;
const WHOLE_PLACE = /^(?:\{{1,2}[^{},\n]{1,80}\}{1,2}|<[a-z][\w .-]{0,60}>)$/i;

import { MAYBE, SURE } from '../families/recognitionWeights';
import type { Problem } from '../model/analysis';
import type { Family } from '../model/family';
import type { Kind, Recognition, Variant } from '../model/kind';
import type { Part, Span } from '../model/text';
import { partTree } from '../parts/rootPart';
import { t } from '../shared/l10n';
import { nodeSpan } from '../text/json/jsonSpans';
import { isJson, jsonTree, parseStrictJson, type SyntaxFault } from '../text/json/parseJson';
import { atPath, isObject, parsePointer } from '../text/jsonPointer';
import { memoizeByObject, memoizeByObjects } from '../text/memoize';
import { nearestWord } from '../text/similarNames';
import { findingSpan, syntaxProblem } from './findingsToProblems';
import {
  dialectsOf,
  type Possible,
  type PossibleShipped,
  possibleByKeys,
  possibleKinds,
  scoreOf,
  weightOf,
} from './possibleKinds';
import { withArticle } from './schemaErrorMessage';

/**
 * Recognises the kind of envelope that a JSON value is. Tries these in order, and the first that applies decides: a file name that only one kind
 * has, a `$schema` that names a kind, the settings, the conditions of each kind. Undefined for a value without a kind.
 */
export function recognise(
  value: unknown,
  families: readonly Family[],
  association: Association,
): Recognition | undefined {
  if (association !== 'none' && association?.fileNames) return recognisedAs(association, value, 'association');
  const $schema = schemaNamedBy(value);
  if ($schema !== undefined) {
    const kind = families.flatMap(family => kindsNamedBy($schema, family)).find(one => isSchemaOf($schema, one));
    if (kind) return recognisedAs(kind, value, '$schema');
  }
  if (association === 'none') return undefined;
  if (association) return recognisedAs(association, value, 'association');
  if (!isObject(value)) return undefined;
  const found = bySignature(withoutSchemaName(value), families);
  // A sure envelope stays one whatever its `$schema` names; an unsure one with a foreign `$schema` has no kind.
  return found?.sure || $schema === undefined ? found : undefined;
}

/**
 * The kind that the name of a file, or the settings, give to its envelopes. `none` if the file is said to contain no envelopes, undefined
 * if nothing is said about it.
 */
export type Association = Kind | 'none' | undefined;

/** Returns the recognition of a value whose kind is named by its `$schema` or an association. */
export function recognisedAs(kind: Kind, value: unknown, by: '$schema' | 'association'): Recognition {
  return { kind, variant: variantOf(kind, value), sure: true, by };
}

/** Returns the `$schema` of an object. */
export function schemaNamedBy(value: unknown): string | undefined {
  const $schema = isObject(value) && Object.hasOwn(value, '$schema') ? value.$schema : undefined;
  return typeof $schema === 'string' ? $schema : undefined;
}

// `$schema` is evidence neither for a kind nor against one.
function withoutSchemaName(value: Record<string, unknown>): Record<string, unknown> {
  if (schemaNamedBy(value) === undefined) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}

/** Returns the kinds of a family that a `$schema` may name. Loads a protocol that is loaded on demand only if the `$schema` names it. */
function kindsNamedBy($schema: string, family: Family): readonly Kind[] {
  const isNamed = family.shipped && $schema.includes(`/${family.id}/`);
  return (isNamed ? family.shipped?.read() : family)?.kinds ?? [];
}

/** Returns whether a `$schema` names this kind: by its id, by a path or address of its file, or by an id from its protocol. */
export function isSchemaOf($schema: string, kind: Kind): boolean {
  return (
    $schema === kind.schemaId ||
    kind.schemaIds?.includes($schema) === true ||
    $schema.endsWith(`/${kind.id}.schema.json`)
  );
}

function bySignature(value: Record<string, unknown>, families: readonly Family[]): Recognition | undefined {
  const { own, declared, extended, checkedBy } = byOrigin(families);
  const { kinds, shipped } = possibleByKeys(value, own);
  let best = bestMatch(value, kinds);
  const checker = best && best.score >= SURE ? checkedBy?.get(best.one.kind) : undefined;
  const among = best && best.score >= SURE ? checker : declared;
  if (among) {
    const { possible, meant } = toldApart(value, possibleKinds(value, among), among);
    const other = bestMatch(value, possible);
    if (other && (!best || other.score > best.score || (checker && other.score >= SURE))) best = other;
    if (meant && (!best || best.score < MAYBE)) return bySignatureAs(meant, variantOf(meant, value)).onlyBeside;
  }
  if (shipped.length > 0 && (!best || best.score < SURE || extended?.has(best.one.kind))) {
    const found = recogniseShipped(value, shipped);
    if (found && (found.sure || !best || best.score < MAYBE)) return found;
    // A record that several logs may have is one of that whose others are in its file.
    if (found && best && best.score < SURE) return withOther(uncertain(value, best), found);
  }
  if (!best || best.score < MAYBE) return undefined;
  const { one, score } = best;
  return score >= SURE ? bySignatureAs(one.kind, one.variant).sure : uncertain(value, best);
}

function uncertain(value: Record<string, unknown>, { one, score }: Match): Recognition {
  const { maybe, onlyBeside } = bySignatureAs(one.kind, one.variant);
  return one.beside.length > 0 && score - weightOf(value, one.beside) < MAYBE ? onlyBeside : maybe;
}

/**
 * Recognises an envelope of a protocol that is loaded on demand. The protocol's declaration counts only if the value proves that the
 * protocol is used, or if other envelopes in the file do.
 */
function recogniseShipped(
  value: Record<string, unknown>,
  possible: readonly PossibleShipped[],
): Recognition | undefined {
  const proven = possible.find(({ proves }) => proves?.(value));
  if (proven) return byFamily(value, proven.family);
  let found: Recognition | undefined;
  for (let at = possible.length - 1; at >= 0; at--) {
    const { family, suggests } = possible[at] as PossibleShipped;
    const one = suggests(value) ? byFamily(value, family) : undefined;
    if (!one) continue;
    const { onlyBeside } = bySignatureAs(one.kind, one.variant);
    found = found ? withOther(onlyBeside, found) : onlyBeside;
  }
  return found;
}

function byFamily(value: Record<string, unknown>, { shipped }: Family): Recognition | undefined {
  const family = shipped?.read();
  return family && bySignature(value, aloneOf(family));
}

const withOther = memoizeByObjects((one: Recognition, other: Recognition): Recognition => ({ ...one, other }));

const aloneOf = memoizeByObject((family: Family): readonly Family[] => [family]);

/**
 * Uses the property that distinguishes the kinds of a family: keeps only the kind that its value names, or nearly names, returned as
 * `meant`.
 */
function toldApart(
  value: Record<string, unknown>,
  possible: readonly Possible[],
  declared: readonly Family[],
): { possible: readonly Possible[]; meant?: Kind } {
  let left = possible;
  let first: Kind | undefined;
  for (const { path, kinds, names } of tellersOf(declared)) {
    const word = atPath(value, path);
    // An empty word names no other kind either.
    if (typeof word !== 'string' || word.trim() === '') continue;
    const meant = kinds.get(word) ?? kinds.get(nearestWord(word, names) ?? '');
    first ??= meant;
    left = left.filter(
      ({ kind }) => kind === meant || kind.toldBy === undefined || kinds.get(kind.toldBy.is[0] ?? '') !== kind,
    );
  }
  return { possible: left, ...(first && { meant: first }) };
}

/** The properties that distinguish kinds, at most one per family, with the kind for each value. */
const tellersOf = memoizeByObject((families: readonly Family[]) =>
  families.flatMap(({ kinds }) => {
    const told = kinds.filter(({ toldBy }) => toldBy);
    const words = told.flatMap(kind => (kind.toldBy?.is ?? []).map(word => [word, kind] as const));
    const [first] = told;
    if (!first?.toldBy) return [];
    return [{ path: parsePointer(first.toldBy.at), kinds: new Map(words), names: words.map(([word]) => word) }];
  }),
);

// The same objects for all envelopes of a kind: a log has very many.
const bySignatureAs = memoizeByObjects((kind: Kind, variant: Variant) => {
  const maybe: Recognition = { kind, variant, sure: false, by: 'signature' };
  return { maybe, sure: { ...maybe, sure: true }, onlyBeside: { ...maybe, onlyBeside: true as const } };
});

interface ByOrigin {
  /** Built-in families, including those of protocols that are loaded on demand. */
  own: readonly Family[];
  /** Families that files of the workspace declare; undefined without any. */
  declared?: readonly Family[];
  /** The read-only kinds of built-in families that a protocol loaded on demand can also check. */
  extended?: ReadonlySet<Kind>;
  /** For a read-only kind of a built-in family: the declared protocol with the same id, which also checks it. */
  checkedBy?: ReadonlyMap<Kind, readonly Family[]>;
}

// Built-in kinds first: a workspace's declarations can't change a sure match of a built-in kind.
const byOrigin = memoizeByObject((families: readonly Family[]): ByOrigin => {
  const shipped = families.filter(one => one.shipped);
  const declared = families.filter(one => one.isDeclared && !one.shipped);
  if (declared.length + shipped.length === 0) return { own: families };
  const isExtended = (one: Family) => !one.isDeclared && shipped.some(({ id }) => id === one.id);
  const checkedBy = new Map(
    declared.flatMap(family => {
      const alone = [family];
      const readers = families.filter(({ id, isDeclared }) => !isDeclared && id === family.id);
      return readers.flatMap(({ kinds }) => kinds.map(kind => [kind, alone] as const));
    }),
  );
  return {
    own: declared.length === 0 ? families : families.filter(one => !one.isDeclared || one.shipped),
    checkedBy,
    extended: new Set(families.filter(isExtended).flatMap(({ kinds }) => kinds)),
    ...(declared.length > 0 && { declared }),
  };
});

/**
 * Returns the possible kind with the highest score, the first of equal ones. Stops once no later kind can score higher, since kinds are
 * sorted by their highest possible score.
 */
interface Match {
  one: Possible;
  score: number;
}

function bestMatch(value: Record<string, unknown>, among: readonly Possible[]): Match | undefined {
  let best: Match | undefined;
  // A single kind has no competitor.
  const enough = among.length === 1 ? SURE : undefined;
  for (const one of among) {
    if (best && one.most < best.score) break;
    const score = scoreOf(value, one, enough);
    if (!best || score > best.score || (score === best.score && one.place < best.one.place)) best = { one, score };
  }
  return best;
}

/**
 * Returns the nearest dialect of a value, or the kind if it has no dialects. For values without a `Recognition`, which contains the
 * dialect.
 */
export function variantOf(kind: Kind, value: unknown): Variant {
  if (!kind.variants || !isObject(value)) return kind.variants?.[0] ?? kind;
  const known = withoutSchemaName(value);
  return bestMatch(known, dialectsOf(known, kind))?.one.variant ?? kind;
}

/**
 * Makes uncertain recognitions sure if the file has sure ones of the same family: an envelope with little evidence is
 * probably of the kind of its neighbours. Drops recognitions that need such neighbours if there are none.
 */
export function promoteByNeighbours(
  recognitions: readonly (Recognition | undefined)[],
  sureFamilies: { has(family: string): boolean },
): (Recognition | undefined)[] {
  return recognitions.map(one => {
    if (!one || one.sure) return one;
    for (let may: Recognition | undefined = one; may; may = may.other) {
      if (sureFamilies.has(familyOf(may))) return promoted(may);
    }
    return one.onlyBeside ? undefined : one;
  });
}

/** Returns the number of sure recognitions by family id. */
export function countSureFamilies(recognitions: readonly (Recognition | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  let last: Kind | undefined;
  let family = '';
  for (const one of recognitions) {
    if (!one?.sure) continue;
    // Most parts have the kind of the previous one.
    if (one.kind !== last) family = familyOf(one);
    last = one.kind;
    counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return counts;
}

// The same object for the same recognition, so that results that depend on it stay valid.
const promoted = memoizeByObject((one: Recognition): Recognition => ({ ...one, sure: true, by: 'neighbours' }));

function familyOf(recognition: Recognition): string {
  return recognition.kind.id.split('/')[0] as string;
}

/**
 * Reports why a text is not an object, or an array of objects, of the demanded kind: text before, between or after its
 * parts. The problems of the parts are reported elsewhere.
 *
 * @param envelopeCount the number of objects that the text was split into
 */
export function demandedKindProblems(root: Part, envelopeCount: number, kind: Kind): Problem[] {
  // Another problem reports an empty input.
  if (/^[ \t\r\n]*$/.test(root.text)) return [];
  const { value, fault } = parseStrictJson(root.text, root.lang === 'jsonc' ? 'jsonc' : 'json');
  if (fault) return [demandedKindSyntaxProblem(root, fault, kind)];
  if (!Array.isArray(value) || value.length === 0) return [];
  const nonObjects = value.flatMap((item, index) => (isObject(item) ? [] : [index]));
  const nodes = nonObjects.length > 0 ? jsonTree(root.text)?.children : undefined;
  const problems = nonObjects
    .slice(0, MAX_PROBLEMS)
    .map(index =>
      typeProblem(
        root,
        nodes?.[index] && nodeSpan(nodes[index]),
        t`Element ${index + 1} is not an object: each must be ${withArticle(kind.title)}.`,
      ),
    );
  // However the brackets were scanned, unchecked text must not pass.
  if (nonObjects.length === 0 && envelopeCount !== value.length) {
    problems.push(
      typeProblem(root, undefined, t`The elements of this array could not be separated; write one object.`),
    );
  }
  return problems;
}

const MAX_PROBLEMS = 20;

/** Returns the only problem of a text of a demanded kind that is not JSON. */
export function demandedKindSyntaxProblem(part: Part, fault: SyntaxFault, kind: Kind): Problem {
  const { start } = fault.span;
  // A fault of YAML says by itself what is wrong.
  const isBefore = part.lang !== 'yaml' && part.text.slice(0, start).trim() === '' && !/^\s*[[{]/.test(part.text);
  const isAfter = start > 0 && isJson(part.text.slice(0, start));
  const problem = syntaxProblem(part, fault);
  if (!isBefore && !isAfter) return problem;
  const message = t`This is not part of the JSON: ${withArticle(kind.title)} alone is expected, as one object or one array of them. Remove the text around it (such as a \`\`\` fence), check what is left, and apply that.`;
  return { ...problem, message };
}

/** A problem at a span; without one, at the first character of the text. */
function typeProblem(part: Part, span: Span | undefined, message: string): Problem {
  const start = Math.max(0, part.text.search(/\S/));
  return { rule: 'schema/type', severity: 'error', message, part, span: span ?? { start, end: start + 1 }, fixes: [] };
}

/** Returns the kind that a file name alone determines; undefined for other names. */
export function fileKind(uri: string, families: readonly Family[]): Kind | undefined {
  const name = uri.slice(uri.lastIndexOf('/') + 1).toLowerCase();
  return namesIn(families).find(({ wanted }) => isNamed(name, wanted))?.kind;
}

/** Returns whether a file may be a tool catalogue, by its name. */
export function isCatalogueFile(uri: string): boolean {
  return /(catalog|tools)[^/]*\.json$/i.test(uri);
}

function isNamed(name: string, wanted: string): boolean {
  return wanted.startsWith('*') ? name.endsWith(wanted.slice(1)) : name === wanted;
}

// Cached, since it is called for each file of a workspace.
const namesIn = memoizeByObject((families: readonly Family[]) =>
  families
    .flatMap(family => family.kinds)
    .flatMap(kind => (kind.fileNames ?? []).map(wanted => ({ wanted: wanted.toLowerCase(), kind }))),
);

/** Reports a text that a kind is demanded of and whose value shows no sign of it. */
export function notOfKind(part: Part, { title }: Kind): Problem {
  return typeProblem(part, undefined, t`This does not look like ${withArticle(title)}, which is expected here.`);
}

/** Reports a value that is no object where an envelope is expected. */
export function notAnObject(part: Part, { kind }: Recognition, isDemanded: boolean): Problem {
  const start = Math.max(0, part.text.search(/\S/));
  const what = withArticle(kind.title);
  const message = isDemanded
    ? t`This must be an object, or an array of objects: ${what} is expected.`
    : kind.fileNames
      ? t`This must be an object: by its name it is ${what}.`
      : t`This must be an object: by its association it is ${what}.`;
  return typeProblem(part, { start, end: part.text.trimEnd().length }, message);
}

/** Reports an envelope whose own `$schema` names another kind than the requested one. */
export function otherSchemaProblem(part: Part, value: unknown, asked: Kind): Problem | undefined {
  const own = isObject(value) && Object.hasOwn(value, '$schema') ? value.$schema : undefined;
  if (own === undefined || (typeof own === 'string' && isSchemaOf(own, asked))) return undefined;
  const shown = JSON.stringify(own).slice(0, 100);
  return {
    rule: 'schema/const',
    severity: 'error',
    message: t`"$schema" is ${shown}; ${withArticle(asked.title)} is expected here, whatever the envelope says about itself.`,
    part,
    span: findingSpan({ path: ['$schema'] }, partTree(part), part),
    fixes: [],
  };
}

/** Returns a warning that a `$schema` with the scheme of this program nearly names a kind, but names none: the value is not checked as one. */
export function misspeltSchemaProblem(part: Part, value: unknown, families: readonly Family[]): Problem | undefined {
  const $schema = schemaNamedBy(value);
  if ($schema === undefined || !$schema.startsWith(OWN_SCHEME)) return undefined;
  const kinds = families.flatMap(family => family.kinds);
  const name = $schema.slice(OWN_SCHEME.length).replace(/\.schema\.json$/, '');
  const ids = kinds.map(({ id }) => id);
  const meant = ids.includes(name) ? name : nearestWord(name, ids);
  const kind = kinds.find(({ id }) => id === meant);
  const schemaId = kind?.schemaId;
  if (!kind || schemaId === undefined || isSchemaOf($schema, kind)) return undefined;
  return {
    rule: 'envelope/foreign-schema',
    severity: 'warning',
    message: t`"$schema" names no known schema, so this is not checked; did you mean "${schemaId}"?`,
    part,
    span: findingSpan({ path: ['$schema'] }, partTree(part), part),
    fixes: [{ title: t`Change to "${schemaId}"`, do: 'set', path: ['$schema'], value: schemaId }],
  };
}

const OWN_SCHEME = 'agent-envelopes:/';

/** Returns a note that an envelope is checked although its `$schema` names no known kind. The note says how to disable the check. */
export function foreignSchemaProblem(part: Part, value: unknown, { kind, by }: Recognition): Problem | undefined {
  if (by !== 'signature' || schemaNamedBy(value) === undefined) return undefined;
  return {
    rule: 'envelope/foreign-schema',
    severity: 'info',
    message: t`"$schema" names an unknown schema, but this is ${withArticle(kind.title)} and is checked as one. To leave the file alone, map it to "none" in "associations" of .agent-envelopes.json.`,
    part,
    span: findingSpan({ path: ['$schema'] }, partTree(part), part),
    fixes: [],
  };
}

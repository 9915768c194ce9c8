import type { Condition } from '../../model/kind';
import type { DeclarationFault, Finding, FixPlan, NamedRule, Rule } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { compileCondition, type Test, withPointers } from '../../rules/compileCondition';
import { fixesForDisk } from '../../rules/pathFixes';
import { SCHEMA_RULES } from '../../rules/schemaRules';
import { t, translated } from '../../shared/l10n';
import { schemaAt } from '../../slots/applicableSchemas';
import { inlineCode } from '../../text/escapeMarkdown';
import { holdsRounded, withBigInts } from '../../text/json/losslessJson';
import { atPath, isObject, parsePointer } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';
import { shortLine } from '../drafts/createDraft';
import { type envelopesOf, hasList, isInMember } from './pointersIntoLists';
import { readPointer, readRuleCondition } from './readSignature';
import { misplacedPointers } from './undeclaredPointer';

/** A problem that a declared rule describes: it is reported in an envelope, or in each member of a list in the envelope. */
interface Fault {
  /** The names of the kinds whose envelopes may have the fault. */
  of: readonly string[];
  /** Returns the checked envelopes in an envelope: itself, or those in its lists. */
  envelopesIn: ReturnType<typeof envelopesOf>;
  /** The path of the list whose members are checked; undefined if the envelope itself is. */
  each: Path | undefined;
  isBroken: Test;
  /** The condition asks whether two values are the same. */
  compares: boolean;
  /** It depends on elements of a list besides the member that `each` leads to. */
  readsLists: boolean;
  at: Place | undefined;
  on: 'key' | undefined;
  message: string;
  fixes: readonly DeclaredFix[];
}

interface DeclaredFix {
  title: string;
  certain: boolean;
  isFor: Test | undefined;
  at: Place;
  change: { do: 'set'; value: unknown } | { do: 'copy'; from: Place } | { do: 'remove' } | { do: 'rename'; to: string };
}

/** Returns the path of a place in an envelope; for a place in a list's member, by the member's key. */
type Place = (key: string | number) => Path;

interface ReadFaultOptions {
  path: Path;
  /** The names of the kinds that the rule checks. */
  of: readonly string[];
  /** The protocol's id. */
  family: string;
  /** Reads the names of the kinds that the `of` of a case lists; undefined without one. */
  readKinds(of: unknown, path: Path): string[] | undefined;
  envelopesOf(of: readonly string[]): ReturnType<typeof envelopesOf>;
  schemasOf(of: readonly string[]): Schema[];
  faults: DeclarationFault[];
}

/**
 * Reads a declared rule that reports each envelope which meets the condition `when`, or the condition of one of the rule's `cases`.
 * Undefined for an invalid rule. Adds to `faults` the mistakes that the schema of declarations does not report.
 */
export function readConditionRule(
  named: NamedRule,
  value: Record<string, unknown>,
  options: ReadFaultOptions,
): Rule | undefined {
  const { path, faults } = options;
  const { cases, claims } = value;
  if (cases !== undefined && Object.keys(value).some(key => CASE.has(key) && key !== 'of' && key !== 'note')) {
    return void faults.push({ path, on: 'key', message: t`A rule has "cases", or a "when" of its own, but not both.` });
  }
  // The declaration's schema reports `cases` that is no list, and incomplete cases.
  if (cases !== undefined && !Array.isArray(cases)) return undefined;
  const found = Array.isArray(cases)
    ? cases.slice(0, MOST_CASES).map((one, at) => readCase(one, { ...options, path: [...path, 'cases', at] }))
    : [readFault(value, options)];
  const all = found.filter(one => one !== undefined);
  const claimed = readClaims(claims, [...path, 'claims'], faults);
  if (all.length === 0) return undefined;
  const titles = new Set(all.flatMap(({ fixes }) => fixes.map(({ title }) => title)));
  const abouts = new Map<string, string>();
  for (const { of, message } of all) {
    for (const id of of.map(kind => `${options.family}/${kind}`)) {
      abouts.set(id, `${abouts.get(id) ?? ''} ${shortLine(message) ?? ''}`.trim());
    }
  }
  const offers = shortLine(value.offers) ?? [...titles].join(', ');
  return {
    ...named,
    about: shortLine(all[0]?.message) ?? '',
    kinds: [...abouts.keys()],
    aboutKinds: abouts,
    ...(titles.size > 0 && { fix: offers }),
    ...(claimed.length > 0 && { claims: claimed }),
    ...(all.some(({ readsLists }) => readsLists) && { comparesElements: 'findings' }),
    check(on, report) {
      const { value: envelope, kind, numberAt } = on;
      const name = kind.id.slice(options.family.length + 1);
      for (const fault of all) {
        for (const { value: one, path: around } of fault.envelopesIn(envelope, name)) {
          const written = numberAt && ((path: Path) => numberAt([...around, ...path]));
          findFault({ fault, envelope: one, written }, finding =>
            report(fixesForDisk(on, around.length === 0 ? finding : within(finding, around))),
          );
        }
      }
    },
  };
}

const MOST_CASES = 20;
const MOST_FIXES = 10;

function readCase(value: unknown, options: ReadFaultOptions): Fault | undefined {
  if (!isObject(value) || hasOthers(value, CASE)) return undefined;
  if (value.when === undefined || value.message === undefined) return undefined;
  const of = options.readKinds(value.of, [...options.path, 'of']) ?? options.of;
  return readFault(value, { ...options, of });
}

/** Converts a finding in an inner envelope to one in the outer envelope. */
function within({ path, fixes, ...finding }: Finding, around: Path): Finding {
  const moved = fixes?.map(fix => ('path' in fix ? { ...fix, path: [...around, ...fix.path] } : fix));
  return { ...finding, path: [...around, ...path], ...(moved && { fixes: moved }) };
}

const CASE: ReadonlySet<string> = new Set(['of', 'each', 'when', 'at', 'on', 'message', 'fix', 'note']);
const FIX: ReadonlySet<string> = new Set([
  ...['title', 'set', 'value', 'valueAt', 'remove', 'rename', 'to', 'when', 'certain', 'note'],
]);

function readFault(value: Record<string, unknown>, options: ReadFaultOptions): Fault | undefined {
  const { path, faults } = options;
  const say = (message: string) => void faults.push({ path, on: 'key', message });
  if (value.when === undefined)
    return say(t`A rule needs "when", "cases", "nearly", "unique", "advances" or "refers".`);
  const schemas = options.schemasOf(options.of);
  const reading = { faults, schemas, list: readEach(value.each, [...path, 'each'], faults) };
  if (value.each !== undefined && reading.list === undefined) return undefined;
  const when = readTest(value.when, [...path, 'when'], reading);
  const { message } = value;
  // The schema reports a message that is no text, and a blank one.
  if (when === undefined) return undefined;
  if (message === undefined) return say(t`A rule with "when" needs a "message".`);
  if (typeof message !== 'string' || message.trim() === '') return undefined;
  const at = readPointer(value.at, [...path, 'at'], faults, reading.list);
  const fixes = Array.isArray(value.fix) ? value.fix.slice(0, MOST_FIXES) : [value.fix];
  return {
    of: options.of,
    envelopesIn: options.envelopesOf(options.of),
    each: reading.list === undefined ? undefined : parsePointer(reading.list),
    isBroken: when,
    compares: JSON.stringify(value.when).includes('"same":'),
    readsLists: readsLists([value.when, value.at, value.message, value.fix], reading),
    at: at === undefined ? undefined : placeOf(at, reading.list),
    on: value.on === 'key' ? 'key' : undefined,
    message: translated(message),
    fixes: fixes.flatMap((one, index) => {
      const here = Array.isArray(value.fix) ? [...path, 'fix', index] : [...path, 'fix'];
      return readFix(one, here, reading) ?? [];
    }),
  };
}

/** Reads a pointer such as `/list/*`, and returns the pointer to the list. */
function readEach(value: unknown, path: Path, faults: DeclarationFault[]): string | undefined {
  const pointer = readPointer(value, path, faults, true);
  if (pointer === undefined) return undefined;
  const list = pointer.slice(0, -2);
  if (pointer.endsWith('/*') && !hasList(list)) return list;
  return void faults.push({ path, message: t`This must lead to the members of a list: "${pointer.slice(0, 60)}/*".` });
}

interface Reading {
  faults: DeclarationFault[];
  /** The schemas of the kinds. */
  schemas: readonly Schema[];
  /** The pointer to the list whose members are looked at. */
  list: string | undefined;
}

/** Returns whether a part of a rule depends on elements of a list, by a pointer to an element, by `each` and `some`, or by a whole value. */
export function readsLists(value: unknown, reading: Pick<Reading, 'schemas' | 'list'>): boolean {
  const { list, schemas } = reading;
  if (typeof value === 'string') {
    const shown = [...value.matchAll(PLACEHOLDER)].map(([, pointer = '']) => pointer);
    const pointers = value.startsWith('/') ? [value] : shown;
    return (
      pointers
        .map(pointer => (list !== undefined && isInMember(pointer, list) ? pointer.slice(list.length + 2) : pointer))
        .some(pointer => parsePointer(pointer).some(step => step === '*' || /^\d+$/.test(step))) ||
      shown.some(pointer => mayContain(typesAt(pointer, schemas)))
    );
  }
  if (Array.isArray(value)) return value.some(one => readsLists(one, reading));
  if (!isObject(value)) return false;
  const copied = typeof value.valueAt === 'string' ? typesAt(value.valueAt, schemas) : ['null'];
  const isWhole = mayContain(copied) || (copied.length === 0 && schemas.length > 0);
  return isWhole || 'each' in value || 'some' in value || Object.values(value).some(one => readsLists(one, reading));
}

/** Returns the types that schemas declare for a value. */
function typesAt(pointer: string, schemas: readonly Schema[]): string[] {
  const path = parsePointer(pointer).map(step => (step === '*' ? 0 : step));
  return schemas.flatMap(schema => schemaAt(schema, {}, path)?.type ?? []);
}

function mayContain(types: readonly string[]): boolean {
  return types.includes('object') || types.includes('array');
}

/** Reads a condition, and returns a test of an envelope, or of a member in its envelope. The test is compiled on first use. */
function readTest(value: unknown, path: Path, { faults, schemas, list }: Reading): Test | undefined {
  const read = readRuleCondition(value, path, faults, list);
  if (read === undefined) return undefined;
  faults.push(...misplacedPointers(read, path, schemas));
  const condition: Condition = list === undefined ? read : withPointers(read, pointer => pointerInPair(pointer, list));
  let test: Test | undefined;
  return found => {
    test ??= compileCondition(condition);
    return test(found);
  };
}

// Members are tested together with their envelope, so that a condition may compare both.
function pointerInPair(pointer: string, list: string): string {
  return isInMember(pointer, list) ? `/member${pointer.slice(list.length + 2)}` : `/envelope${pointer}`;
}

function placeOf(pointer: string, list: string | undefined): Place {
  const steps = parsePointer(pointer);
  if (list === undefined || !isInMember(pointer, list)) return () => steps;
  const star = parsePointer(list).length;
  return key => [...steps.slice(0, star), key, ...steps.slice(star + 1)];
}

interface FindFaultOptions extends Pick<Broken, 'envelope' | 'written'> {
  fault: Fault;
}

function findFault({ fault, envelope, written }: FindFaultOptions, report: (finding: Finding) => void): void {
  // Two integers that differ in their last digits may have been rounded to the same one.
  const exact = written && fault.compares && holdsRounded(envelope) ? withBigInts(envelope, written) : envelope;
  if (fault.each === undefined) {
    const broken = { envelope, written, tested: exact, key: '', list: undefined };
    if (fault.isBroken(exact)) report(findingOf(fault, broken));
    return;
  }
  const list = atPath(exact, fault.each);
  const keys = Array.isArray(list) ? list.keys() : isObject(list) ? Object.keys(list) : [];
  for (const key of keys) {
    const tested = { envelope: exact, member: atPath(list, [key]) };
    if (fault.isBroken(tested)) report(findingOf(fault, { envelope, written, tested, key, list: fault.each }));
  }
}

/** A value with the reported fault. */
interface Broken {
  envelope: unknown;
  /** Returns the number at a path of the value, as it is written in the file. */
  written: ((path: Path) => string | undefined) | undefined;
  /** The value that conditions test: the envelope with all digits of its integers, or a pair of a member and that envelope. */
  tested: unknown;
  key: string | number;
  list: Path | undefined;
}

function findingOf({ at, on, message, fixes }: Fault, broken: Broken): Finding {
  const { envelope, key, list } = broken;
  const member = list === undefined ? [] : [...list, key];
  const path = at === undefined ? member : presentPath(envelope, at(key));
  const isWhole = path.length === 0 || (at === undefined && isObject(atPath(envelope, member)));
  const plans = fixes.flatMap(fix => planOf(fix, broken));
  return {
    path,
    ...(isWhole ? { on: 'open' } : on && { on }),
    message: filled(message, envelope, { member, written: broken.written }),
    ...(plans.length > 0 && { fixes: plans }),
  };
}

/** Returns the beginning of a path that exists in a value, with numbers as indexes of arrays. */
function presentPath(value: unknown, path: Path): Path {
  const present: (string | number)[] = [];
  let here = value;
  for (const step of path) {
    const next = atPath(here, [step]);
    if (next === undefined) break;
    present.push(Array.isArray(here) ? Number(step) : step);
    here = next;
  }
  return present;
}

/** The values for a message, besides the envelope. */
interface MessageOptions {
  /** The path of the member that a `*` in a pointer stands for. */
  member?: Path;
  /** The location of another envelope, which `{place}` stands for. */
  place?: string;
  written?: Broken['written'];
}

/** Returns a message with the values of its pointers in braces, in at most 60 characters each; in quotation marks as JSON writes them. */
export function filled(
  message: string,
  value: unknown,
  { member = [], place = '', written }: MessageOptions = {},
): string {
  return message.slice(0, 500).replace(PLACEHOLDER, (all, pointer: string, start: number) => {
    if (pointer === 'place') return place;
    const list = member.slice(0, -1);
    const steps = parsePointer(pointer);
    const isInside = member.length > 0 && steps[list.length] === '*' && list.every((step, at) => steps[at] === step);
    const path = isInside ? [...member, ...steps.slice(member.length)] : steps;
    const found = atPath(value, path);
    const number = typeof found === 'number' && !Number.isSafeInteger(found) ? written?.(path) : undefined;
    const isQuoted = message[start - 1] === '"' && message[start + all.length] === '"';
    const text =
      typeof found === 'string' ? (shortLine(found) ?? (isQuoted ? '' : undefined)) : (number ?? JSON.stringify(found));
    const shown = (text ?? t`nothing`).slice(0, 60);
    return isQuoted ? JSON.stringify(shown).slice(1, -1) : shown;
  });
}

const PLACEHOLDER = /\{(\/[^{}]{0,200}|place)\}/g;

/**
 * Returns a message for readers without an envelope: each placeholder is the name of its property, as code. `shown` formats the text between
 * them.
 */
export function unfilled(message: string, shown: (text: string) => string = text => text): string {
  const [first = '', ...rest] = message.split(PLACEHOLDER);
  let said = shown(first);
  for (let at = 0; at < rest.length; at += 2) {
    const name = parsePointer(rest[at] ?? '').findLast(step => step !== '*');
    said += rest[at] === 'place' ? shown('another place') : inlineCode(name ?? 'the envelope');
    said += shown(rest[at + 1] ?? '');
  }
  return said;
}

/**
 * Returns whether a clause has a property that its schema does not declare. The schema reports the property; without it, the clause would mean
 * something else.
 */
export function hasOthers(value: Record<string, unknown>, own: ReadonlySet<string>): boolean {
  return Object.keys(value).some(key => !own.has(key));
}

function readFix(value: unknown, path: Path, reading: Reading): DeclaredFix | undefined {
  if (!isObject(value) || hasOthers(value, FIX)) return undefined;
  const { faults, list } = reading;
  const does = DOES.find(name => value[name] !== undefined);
  const pointer = does && readPointer(value[does], [...path, does], faults, list);
  const last = parsePointer(pointer ?? '').at(-1);
  if (does === undefined || pointer === undefined || last === undefined) return undefined;
  const change = readChange(does, value, path, reading);
  const isFor = value.when === undefined ? undefined : readTest(value.when, [...path, 'when'], reading);
  if (!change || (value.when !== undefined && isFor === undefined)) return undefined;
  return {
    title: translated(shortLine(value.title) ?? usualTitle(last, change, value)),
    certain: value.certain === true,
    isFor,
    at: placeOf(pointer, list),
    change,
  };
}

const DOES = ['set', 'remove', 'rename'] as const;

function readChange(
  does: (typeof DOES)[number],
  { value, valueAt, to }: Record<string, unknown>,
  path: Path,
  { faults, list }: Reading,
): DeclaredFix['change'] | undefined {
  if (does === 'remove') return { do: 'remove' };
  if (does === 'rename') {
    if (typeof to === 'string' && to !== '') return { do: 'rename', to };
    return void faults.push({ path, message: t`A fix with "rename" needs "to": the new name.` });
  }
  if (valueAt !== undefined) {
    const from = readPointer(valueAt, [...path, 'valueAt'], faults, list);
    return from === undefined ? undefined : { do: 'copy', from: placeOf(from, list) };
  }
  if (value !== undefined) return { do: 'set', value };
  return void faults.push({ path, message: t`A fix with "set" needs the "value" that it writes, or "valueAt".` });
}

function usualTitle(last: string, change: DeclaredFix['change'], { valueAt }: Record<string, unknown>): string {
  if (change.do === 'remove') return t`Remove "${last}"`;
  if (change.do === 'rename') return t`Rename to "${change.to}"`;
  return change.do === 'copy'
    ? t`Set "${last}" to "${`{${valueAt}}`}"`
    : t`Set "${last}" to ${JSON.stringify(change.value).slice(0, 60)}`;
}

/** Returns the plan of a fix; empty if it would change nothing, or overwrite another property. */
function planOf({ title, certain, isFor, at, change }: DeclaredFix, broken: Broken): FixPlan[] {
  const { envelope, tested, key, list } = broken;
  if (isFor && !isFor(tested)) return [];
  const written = at(key);
  const path = presentPath(envelope, written);
  const isThere = path.length === written.length;
  const parent = atPath(envelope, path);
  const last = String(written.at(-1));
  const shown = filled(title, envelope, { written: broken.written, ...(list && { member: [...list, key] }) });
  const mark = certain && { certain };
  if (change.do === 'rename') {
    const holder = atPath(envelope, written.slice(0, -1));
    const isFree = isObject(holder) && !Object.hasOwn(holder, change.to);
    return isThere && isFree ? [{ title: shown, do: 'rename', path, to: change.to, ...mark }] : [];
  }
  if (change.do === 'remove') return isThere ? [{ title: shown, do: 'remove', path, ...mark }] : [];
  const value = change.do === 'copy' ? atPath(envelope, change.from(key)) : change.value;
  // A copy of a number that was rounded would be another number.
  if (value === undefined || (change.do === 'copy' && holdsRounded(value))) return [];
  if (isThere) return [{ title: shown, do: 'set', path, value, ...mark }];
  const isMember = path.length === written.length - 1 && isObject(parent);
  return isMember ? [{ title: shown, do: 'add', path, key: last, value, ...mark }] : [];
}

function readClaims(value: unknown, path: Path, faults: DeclarationFault[]): string[] {
  return (Array.isArray(value) ? value : []).flatMap((id, at): string[] => {
    if (typeof id !== 'string') return [];
    if (CLAIMABLE.includes(id)) return [id.slice(PREFIX.length)];
    const meant = nearestWord(id, CLAIMABLE);
    const shown = id.slice(0, 60);
    const message =
      meant === undefined
        ? t`"${shown}" is no problem of a schema; there are ${CLAIMABLE.join(', ')}.`
        : t`"${shown}" is no problem of a schema; did you mean "${meant}"?`;
    faults.push({ path: [...path, at], message });
    return [];
  });
}

const PREFIX = 'schema/';
const CLAIMABLE = SCHEMA_RULES.map(({ id }) => id).filter(id => id.startsWith(PREFIX));

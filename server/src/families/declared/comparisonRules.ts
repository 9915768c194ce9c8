import type { NamedRule, Rule, RunEnvelope, RunFollower, RunRule } from '../../model/rule';
import type { Path } from '../../model/text';
import { compileCondition } from '../../rules/compileCondition';
import {
  describeLocation,
  type EnvelopePlace,
  envelopesByFile,
  followTimes,
  placeOf,
} from '../../rules/envelopesOfRun';
import { addToList } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';
import { firstPathIn, kindName } from './checkEnvelopeOrder';
import { markText } from './draftFromFieldPointers';
import { BETWEEN_MARKS, hasList, valuesAt } from './pointersIntoLists';
import { filled, readsLists } from './readConditionRule';
import {
  listOf,
  type MarkList,
  pointersByKind,
  type ReadRulesOptions,
  readSymbols,
  readTable,
} from './readRuleClauses';
import { readPointers, readRuleCondition } from './readSignature';

/**
 * A rule that a protocol's declaration defines: `rule` if it checks single envelopes, `runRule` if it checks a whole run, for example by
 * comparing values of several envelopes.
 */
export interface ReadRule {
  rule?: Rule;
  runRule?: RunRule;
}

interface ComparingOptions {
  path: Path;
  of: readonly string[];
  message: string | undefined;
  options: ReadRulesOptions;
  marks: MarkList;
}

export function uniqueRule(
  named: NamedRule,
  value: Record<string, unknown>,
  about: ComparingOptions,
): ReadRule | undefined {
  const { path, of, message, options, marks } = about;
  const pointers = pointersByKind(value.unique, [...path, 'unique'], of, options, true);
  if (pointers.size === 0) return undefined;
  const mark = marks.add(pointers);
  marks.ids.push({ defines: pointers });
  const follow: Following = report => {
    const seen = new Map<string, EnvelopePlace>();
    return {
      next(at) {
        if (!isOf(at, of, options.id)) return;
        const repeated: string[] = [];
        const own = marksOf(at, mark);
        const here = own.length > 0 ? placeOf(at) : undefined;
        for (const text of own) {
          if (seen.has(text)) repeated.push(text);
          else if (here) seen.set(text, here);
        }
        for (const { text, path: place } of placed(repeated, pointers, at, options.id)) {
          const first = seen.get(text) as EnvelopePlace;
          const where = first === here ? t`in the same envelope` : describeLocation(first, at);
          const said = messageAt(at, withPlace(message ?? t`"${text.slice(0, 60)}" is given twice`), where);
          report({ at, path: place, message: said });
        }
      },
    };
  };
  return {
    runRule: { ...named, follow, check: (run, report) => followAll(envelopesByFile(run).flat(), follow(report)) },
  };
}

type Following = NonNullable<RunRule['follow']>;

function followAll(envelopes: readonly RunEnvelope[], follower: RunFollower, report?: Parameters<Following>[0]): void {
  for (const at of envelopes) follower.next(at);
  if (report) follower.atEnd?.(report);
}

/** Reads a rule that reports values which are misspellings of given words. Any other value is accepted. */
export function nearlyRule(
  named: NamedRule,
  value: Record<string, unknown>,
  about: ComparingOptions,
): ReadRule | undefined {
  const { path, of, message, options } = about;
  const pointers = pointersByKind(value.at, [...path, 'at'], of, options, true);
  const words = listOf(value.nearly).filter(word => typeof word === 'string');
  if (value.at === undefined) {
    return void options.faults.push({
      path,
      on: 'key',
      message: t`A rule with "nearly" needs "at": where the value stands that may be misspelt.`,
    });
  }
  const when = value.when === undefined ? undefined : readRuleCondition(value.when, [...path, 'when'], options.faults);
  const isWrongCondition = value.when !== undefined && when === undefined;
  if (pointers.size === 0 || words.length === 0 || isWrongCondition) return undefined;
  const counts = when && compileCondition(when);
  const schemas = of.flatMap(kind => options.schemas.get(kind) ?? []);
  const rule: Rule = {
    ...named,
    ...(readsLists([value.at, value.when, message], { schemas, list: undefined }) && { comparesElements: 'findings' }),
    fix: 'writes the word that is meant',
    check({ value: envelope, kind }, report) {
      const own = pointers.get(kind.id.slice(options.id.length + 1)) ?? [];
      if (counts && !counts(envelope)) return;
      for (const found of own.flatMap(pointer => valuesAt(envelope, pointer)).slice(0, MOST_REPORTED)) {
        const meant = typeof found.value === 'string' ? misspeltWord(found.value, words) : undefined;
        if (meant === undefined) continue;
        const shown = JSON.stringify((found.value as string).slice(0, 60));
        const instead = meant.slice(0, 60);
        report({
          path: found.path,
          message: message
            ? t`${filled(message, envelope, {}).replace(/\.$/, '')}; did you mean "${instead}"?`
            : t`${shown} is not known; did you mean "${instead}"?`,
          fixes: [{ title: t`Change to "${instead}"`, do: 'set', path: found.path, value: meant }],
        });
      }
    },
  };
  return { rule };
}

/** Returns the word from which a value differs by one or two letters. Undefined for one of the words. */
function misspeltWord(value: string, words: readonly string[]): string | undefined {
  return words.includes(value) ? undefined : nearestWord(value, words);
}

/** Reads a rule that reports times which go back in a log, from one envelope of a run to the next. */
export function timeRule(named: NamedRule, advances: unknown, about: ComparingOptions): ReadRule | undefined {
  const { path, of, message = t`This is earlier than the one before it`, options } = about;
  const pointers = readPointers(advances, [...path, 'advances'], options.faults);
  if (pointers.length === 0) return undefined;
  const follow: Following = report => {
    const reversalAt = followTimes(pointers, options.timesSides === true);
    return {
      next(late) {
        const found = reversalAt(late);
        if (!found || !isOf(late, of, options.id)) return;
        const place = describeLocation(found.before, late);
        report({ at: late, path: parsePointer(found.pointer), message: messageAt(late, withPlace(message), place) });
      },
    };
  };
  const check: RunRule['check'] = (run, report) => {
    for (const envelopes of envelopesByFile(run)) followAll(envelopes, follow(report));
  };
  return { runRule: { ...named, follow, check } };
}

/** Fills in a message with values of an envelope and the location of another one. Reads the envelope only if the message needs it. */
function messageAt(at: RunEnvelope, message: string, place: string): string {
  if (!message.includes('{/')) return filled(message, undefined, { place });
  return at.ask(({ value }) => filled(message, value(), { place }));
}

/** Returns a message with the placeholder for the location of another envelope, at the end if the message does not have it yet. */
function withPlace(message: string): string {
  return message.includes('{place}') ? message : t`${message.replace(/\.$/, '')} (${'{place}'}).`;
}

export function referenceRule(
  named: NamedRule,
  value: Record<string, unknown>,
  about: ComparingOptions,
): ReadRule | undefined {
  const { path, of, message, options, marks } = about;
  const pointers = pointersByKind(value.refers, [...path, 'refers'], of, options, true);
  const targets = pointersByKind(value.to, [...path, 'to'], options.kinds, options, true);
  if (value.to === undefined) {
    return void options.faults.push({
      path,
      on: 'key',
      message: t`A rule with "refers" needs "to": where the values stand that it may have.`,
    });
  }
  const [from, to] = [marks.add(pointers), marks.add(targets)];
  marks.ids.push({ defines: targets, refers: pointers });
  const follow: Following = () => {
    const known = new Set<string>();
    let waiting: { at: RunEnvelope; missing: readonly string[] }[] = [];
    let mostWaiting = MOST_WAITING;
    function stillMissing(): typeof waiting {
      waiting = waiting.flatMap(({ at, missing }) => {
        const left = missing.filter(text => !known.has(text));
        return left.length > 0 ? [{ at, missing: left }] : [];
      });
      mostWaiting = Math.max(MOST_WAITING, 2 * waiting.length);
      return waiting;
    }
    return {
      next(at) {
        for (const text of marksOf(at, to)) known.add(text);
        const missing = isOf(at, of, options.id) ? marksOf(at, from).filter(text => !known.has(text)) : [];
        if (missing.length === 0) return;
        waiting.push({ at, missing });
        if (waiting.length > mostWaiting) stillMissing();
      },
      atEnd(report) {
        for (const { at, missing } of stillMissing()) {
          for (const { text, path: place } of placed(missing, pointers, at, options.id)) {
            const said = message ?? t`Nothing here has the id "${text.slice(0, 60)}" that this refers to.`;
            report({ at, path: place, message: messageAt(at, said, '') });
          }
        }
      },
    };
  };
  const check: RunRule['check'] = (run, report) => {
    // What is missing may be in a file that could not be read.
    const reportKnown: typeof report = found => (run.isWhole || found.at.file.isLog) && report(found);
    followAll(envelopesByFile(run).flat(), follow(reportKnown), reportKnown);
  };
  return { runRule: { ...named, follow, check } };
}

/** The number of waiting envelopes from which those with resolved references are dropped. */
const MOST_WAITING = 1000;

function isOf({ draft }: RunEnvelope, kinds: readonly string[], family: string): boolean {
  return kinds.includes(kindName(draft.kind, family));
}

/** Returns the texts of an envelope at a mark: one text, or those of a list. */
function marksOf({ draft }: RunEnvelope, mark: number): readonly string[] {
  const own = draft.marks?.[mark];
  if (!own) return [];
  return own.includes(BETWEEN_MARKS) ? own.split(BETWEEN_MARKS) : [own];
}

/** The maximum number of reported values of one envelope: each takes a walk over the envelope's list. */
const MOST_REPORTED = 100;

/** Returns the texts of an envelope at pointers, each with the path of its value; of very many, only the first. */
function placed(
  texts: readonly string[],
  pointers: ReadonlyMap<string, readonly string[]>,
  at: RunEnvelope,
  family: string,
): { text: string; path: Path }[] {
  if (texts.length === 0) return [];
  const own = pointers.get(kindName(at.draft.kind, family)) ?? [];
  const shown = [...new Set(texts)].slice(0, MOST_REPORTED);
  if (!own.some(hasList)) return shown.map(text => ({ text, path: firstPathIn(at, own) }));
  const found = at.ask(({ value }) => {
    const paths = new Map<string, Path>();
    // The last one: of a value that is given twice, the second is too much.
    for (const one of own.flatMap(pointer => valuesAt(value(), pointer))) {
      const text = markText(one.value);
      if (text !== undefined) paths.set(text, one.path);
    }
    // The value that is asked for has its long integers rounded.
    return JSON.stringify(shown.map(text => paths.get(text) ?? paths.get(String(Number(text))) ?? []));
  });
  const paths = JSON.parse(found) as Path[];
  return shown.map((text, index) => ({ text, path: paths[index] ?? [] }));
}

/**
 * Reads a rule that reports an answer which does not fit its request. Each answer belongs to an earlier request in its log, by a value that
 * both have.
 */
export function answerRule(
  named: NamedRule,
  value: Record<string, unknown>,
  about: ComparingOptions,
): ReadRule | undefined {
  const { path, of, options, marks } = about;
  const { id, kinds, faults } = options;
  const expected = new Map<string, string>();
  for (const [kind, answer] of isObject(value.as) ? Object.entries(value.as) : []) {
    const [known] = readSymbols([answer], [...path, 'as', kind], kinds, options);
    if (readTable({ [kind]: [] }, [...path, 'as'], kinds, options).size > 0 && known) expected.set(kind, known);
  }
  if (value.as === undefined) {
    const message = t`A rule with "answers" needs "as": for each kind of request the kind that its answer must be.`;
    return void faults.push({ path, on: 'key', message });
  }
  // The value stands beside an envelope that is inside of its message.
  const pointers = readPointers(value.answers, [...path, 'answers'], faults);
  const mentions = new Map([...expected.keys(), ...of].map(kind => [kind, pointers]));
  const mark = marks.add(mentions);
  marks.ids.push({ mentions });
  const when = value.when === undefined ? undefined : readRuleCondition(value.when, [...path, 'when'], faults);
  if (pointers.length === 0 || expected.size === 0 || (value.when !== undefined && !when)) return undefined;
  const counts = when && compileCondition(when);
  const follow: Following = report => {
    /** By the value that answers name. */
    const waiting = new Map<string, { kind: string; at: EnvelopePlace }[]>();
    return {
      next(at) {
        const name = kindName(at.draft.kind, id);
        const asked = marksOf(at, mark)[0];
        if (asked === undefined) return;
        if (expected.has(name)) {
          addToList(waiting, asked, { kind: name, at: placeOf(at) });
          return;
        }
        if (!of.includes(name)) return;
        const requests = waiting.get(asked) ?? [];
        waiting.delete(asked);
        const [request] = requests;
        // Where requests of several kinds wait, it can't be told which of them is answered.
        if (!request || requests.some(({ kind }) => kind !== request.kind)) return;
        const expects = `${id}/${expected.get(request.kind)}`;
        if (expects === at.draft.kind || (counts && !at.ask(({ value }) => counts(value())))) return;
        const message = t`As the answer to "${request.kind}" (${describeLocation(request.at, at)}):`;
        report({ at, path: [], message, expects });
      },
    };
  };
  const check: RunRule['check'] = (run, report) => {
    for (const envelopes of envelopesByFile(run)) followAll(envelopes, follow(report));
  };
  return { runRule: { ...named, follow, check } };
}

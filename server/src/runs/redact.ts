import type { Redaction, Redactions } from '../model/replay';
import type { FileLang } from '../model/text';
import { replacedJson } from '../text/replacedJson';
import { numbered } from './numbered';
import { withoutPaths } from './pathPatterns';
import { isCovered, looksSecret, secretName, withoutSecrets } from './secretPatterns';
import { userNames } from './userNames';

export type RedactedKind = Redactions['counts'][number]['what'];

/** Covers what is not to be given away in texts of one run. The same is covered in the same way each time: `[secret 1]`. */
export interface Redactor {
  /** A line or any other text. */
  text(text: string): string;
  /**
   * A whole document. Of JSON the names of properties and all that is not covered stay as they are, and it stays JSON; what
   * was covered there because of its name goes into `named`.
   */
  document(text: string, lang: Exclude<FileLang, 'jsonl'>, named?: Named): string;
}

/** Texts that were covered because of their names, as they are or as lines; and what stands for each. */
export type Named = Map<string, string>;

interface Known {
  /** Ids of steps and runs: they may look like secrets. */
  ids?: ReadonlySet<string>;
  /** Names of users, as paths of files tell them. */
  users?: readonly string[];
  /** Is told what is covered, and what stands there instead. */
  met?(what: RedactedKind, before: string, after: string): void;
}

export function redactor({ paths, emails, secrets, fields }: Redaction, known: Known = {}): Redactor {
  const { ids = new Set<string>(), met = () => undefined } = known;
  const chosen = new Set(fields.map(name => name.trim().toLowerCase()).filter(name => name !== ''));
  const secretNumbers = numbered('secret');
  const emailNumbers = numbered('email');
  const fieldNumbers = numbered('field');
  const users = userNames(known.users ?? []);

  // Where something was covered a word ends, and what stands there may begin to look like a secret itself.
  function text(given: string): string {
    let before = given;
    for (let times = 0; times < MOST_TIMES; times++) {
      const after = coveredOnce(before);
      if (after === before) break;
      before = after;
    }
    return before;
  }

  function coveredOnce(given: string): string {
    let result = given;
    if (secrets) result = withoutSecrets(result, secret => (ids.has(secret) ? secret : coverSecret(secret)));
    if (emails) result = withoutEmails(result);
    if (paths) {
      result = withoutPaths(result, (before, after) => met('path', before, after), users.add);
      result = users.covered(result, (before, after) => met('path', before, after));
    }
    return result;
  }

  function coverSecret(secret: string): string {
    const after = secretNumbers(secret);
    met('secret', secret, after);
    return after;
  }

  function withoutEmails(given: string): string {
    if (!given.includes('@')) return given;
    return given.replace(EMAIL, email => {
      const after = emailNumbers(email.toLowerCase());
      met('email', email, after);
      return after;
    });
  }

  function document(given: string, lang: Exclude<FileLang, 'jsonl'>, named?: Named): string {
    // Comments, and what is broken, are texts like any other.
    if (lang === 'markdown' || !isJson(given)) return text(withoutFields(given));
    return json(given, named, 0);
  }

  function json(given: string, named: Named | undefined, depth: number): string {
    return replacedJson(given, {
      covers: name => chosen.size > 0 && name.length <= LONGEST_NAME && chosen.has(name.toLowerCase()),
      cover(value) {
        if (isCovered(value.slice(1))) return value;
        const after = fieldNumbers(value);
        met('field', value, after);
        if (named) for (const one of textsIn(value)) named.set(one, after);
        return JSON.stringify(after);
      },
      string(value, name) {
        const secret = secrets && value !== '' ? secretName(name) : undefined;
        if (secret && !isCovered(value) && !ids.has(value) && (secret === 'sure' || looksSecret(value))) {
          const after = coverSecret(value);
          named?.set(value, after);
          return after;
        }
        // Arguments of calls are often JSON in a string.
        if (depth < DEEPEST && JSON_START.test(value) && isJson(value)) return json(value, named, depth + 1);
        return text(value);
      },
    });
  }

  /** Of a text that is no JSON, what stands after the names as JSON has them. */
  function withoutFields(given: string): string {
    if (chosen.size === 0) return given;
    return given.replace(PROPERTY, (all, before: string, name: string, value: string) => {
      if (!chosen.has(name.toLowerCase()) || isCovered(value.slice(1))) return all;
      const after = fieldNumbers(value);
      met('field', value, after);
      return `${before}"${after}"`;
    });
  }

  return { text, document };
}

/** A text in which nothing is left that was covered elsewhere because of its name; it may have been cut. */
export function withoutNamed(text: string, named: Named): string {
  let result = text;
  for (const [before, after] of named) {
    if (before === '' || after === '') continue;
    if (result === before) return after;
    const start = before.slice(0, SHOWN_OF_A_LINE);
    if (before.length >= SHORTEST && result.includes(before)) result = result.replaceAll(before, after);
    else if (before.length > SHOWN_OF_A_LINE && result.includes(start)) {
      result = result.slice(0, result.indexOf(start)) + after;
    }
  }
  return result;
}

const DEEPEST = 4;
const MOST_TIMES = 5;
const LONGEST_NAME = 200;
const SHORTEST = 4;
// Lines are cut to 72 characters; what else stands in one leaves less of it.
const SHOWN_OF_A_LINE = 40;
const JSON_START = /^\s{0,20}[[{]/;
const LOCAL = String.raw`[\p{L}\p{N}_.+%'-]`;
const EMAIL = new RegExp(
  String.raw`(?<!${LOCAL})${LOCAL}{1,64}@(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}\p{L}{2,24}`,
  'gu',
);
const PROPERTY = /("([^"\\\n]{1,100})"\s{0,20}:\s{0,20})("(?:[^"\\\n]|\\.)*"?|[-\w.]+)/g;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The texts in a value of JSON, some at most, each also as it stands in one line. */
function textsIn(json: string): Set<string> {
  const texts = new Set<string>();
  replacedJson(json, {
    covers: () => false,
    cover: value => value,
    string(text) {
      if (texts.size < MOST_TEXTS) texts.add(text).add(text.trim().slice(0, LONGEST_TEXT).replace(/\s+/g, ' '));
      return text;
    },
  });
  return texts;
}

const MOST_TEXTS = 1000;
const LONGEST_TEXT = 400;

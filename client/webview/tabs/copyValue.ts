import type { EnvelopeAt, EnvelopeMember } from '../../../server/src/protocol';
import type { Answers } from '../replay/answers';
import { MEMBERS } from './loadTree';
import type { Path } from './pathText';

/** Characters, and values, that are put together at most. */
const MOST_TEXT = 5_000_000;
const MOST_VALUES = 5_000;

/** What stands at a path, to be pasted elsewhere: a text as it is, all else as JSON. Throws for more than can be copied. */
export async function copyValue(answers: Answers, at: EnvelopeAt, path: Path, member: EnvelopeMember): Promise<string> {
  let values = 0;
  async function valueAt(own: Path, { is, shown }: EnvelopeMember): Promise<unknown> {
    if (++values > MOST_VALUES) throw new Error('Too much to copy: it is copied best from its file.');
    if (is === 'text') return textAt(answers, at, own);
    if (is === 'object' || is === 'list') return membersAt(own, is);
    return literal(shown);
  }
  async function membersAt(own: Path, is: 'object' | 'list'): Promise<unknown> {
    const members: [string | number, unknown][] = [];
    for (let from = 0, total = 1; from < total; ) {
      const told = await answers.ask('members', { ...at, path: own, from, count: MEMBERS });
      for (const one of told.rows) members.push([one.name, await valueAt([...own, one.name], one)]);
      if (told.rows.length === 0) break;
      total = told.total;
      from += told.rows.length;
    }
    return is === 'list' ? members.map(([, value]) => value) : Object.fromEntries(members);
  }
  // A number may have more digits than one that is read as such.
  if (member.is === 'number') return member.shown;
  const value = await valueAt(path, member);
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

async function textAt(answers: Answers, at: EnvelopeAt, path: Path): Promise<string> {
  let text = '';
  for (;;) {
    const told = await answers.ask('value', { ...at, path, from: text.length });
    text += told.text;
    if (text.length >= told.total || told.text === '') return text;
    if (text.length > MOST_TEXT) throw new Error('Too long to copy: it is copied best from its file.');
  }
}

function literal(shown: string): unknown {
  try {
    return JSON.parse(shown);
  } catch {
    return shown;
  }
}

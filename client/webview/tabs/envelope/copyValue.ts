import type { EnvelopeAt, EnvelopeMember } from '../../../../server/src/shared/protocol';
import type { AnswerCache } from '../../model/answerCache';
import { MEMBERS } from './loadTree';
import type { Path } from './pathText';

/** The maximum number of characters, and of values, that are copied. */
const MOST_TEXT = 5_000_000;
const MOST_VALUES = 5_000;

/** The value at a path for the clipboard: a text as it is, all else as JSON. Throws where it is too large. */
export async function copyValue(
  answers: AnswerCache,
  at: EnvelopeAt,
  path: Path,
  member: EnvelopeMember,
): Promise<string> {
  let values = 0;
  // Assembled as text, since a number may have more digits than a parsed one.
  async function jsonAt(own: Path, { is, shown }: EnvelopeMember, indent: string): Promise<string> {
    if (++values > MOST_VALUES) throw new Error('Too much to copy: it is copied best from its file.');
    if (is === 'text') return JSON.stringify(await textAt(answers, at, own));
    return is === 'object' || is === 'list' ? membersAt(own, is, indent) : shown;
  }
  async function membersAt(own: Path, is: 'object' | 'list', indent: string): Promise<string> {
    const inside = `${indent}  `;
    const members: string[] = [];
    for (let from = 0, total = 1; from < total; ) {
      const answer = await answers.ask('members', { ...at, path: own, from, count: MEMBERS });
      for (const one of answer.rows) {
        const value = await jsonAt([...own, one.name], one, inside);
        members.push(is === 'list' ? value : `${JSON.stringify(one.name)}: ${value}`);
      }
      if (answer.rows.length === 0) break;
      total = answer.total;
      from += answer.rows.length;
    }
    const [open, close] = is === 'list' ? '[]' : '{}';
    return members.length === 0
      ? `${open}${close}`
      : `${open}\n${inside}${members.join(`,\n${inside}`)}\n${indent}${close}`;
  }
  return member.is === 'text' ? textAt(answers, at, path) : jsonAt(path, member, '');
}

async function textAt(answers: AnswerCache, at: EnvelopeAt, path: Path): Promise<string> {
  let text = '';
  for (;;) {
    const answer = await answers.ask('value', { ...at, path, from: text.length });
    text += answer.text;
    if (text.length >= answer.total || answer.text === '') return text;
    if (text.length > MOST_TEXT) throw new Error('Too long to copy: it is copied best from its file.');
  }
}

import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { schemaAt } from '../../slots/applicableSchemas';
import { atPath } from '../../text/pointer';
import { defineRule } from '../defineRule';
import { BETWEEN_CODE, elisionCertainty } from '../elision/elisionCertainty';
import { findBreakOff } from '../elision/findBreakOff';
import { findElision } from '../elision/findElision';
import { isAboutFile } from '../elision/findForm';
import { findReplacedBlock } from '../elision/findReplacedBlock';
import { CHANGED, describeSizes, findShrinkage, isWithdrawn } from '../elision/findShrinkage';
import { isIdiom } from '../elision/idioms';
import { isCodePath, isProsePath } from '../elision/lineKinds';
import { normalizeText } from '../elision/normalizeText';
import { readLine } from '../elision/readLine';
import { displayPath, isUnreadable, textOnDisk, writtenFiles } from '../visitPaths';

/**
 * Returns whether a document is a heading, or a front matter, and a few whole sentences that don't speak of left-out text
 * or of the edit: a page that was withdrawn, in whatever language, has become short. A file of code may be a comment that
 * says what became of it.
 */
export function isShortDocument(content: string, path: string): boolean {
  if (isWithdrawn(content.trim(), path)) return true;
  if (!isProsePath(path) || isCodePath(path) || content.length > MAX_LENGTH) return false;
  const text = content.trim();
  const matter = /^---\n(?:[^\n]{0,200}\n){1,12}?---(?:\n|$)/.exec(text)?.[0] ?? '';
  const lines = text
    .slice(matter.length)
    .split(LINE_BREAK)
    .map(line => line.trim())
    .filter(line => line !== '');
  const said = lines.filter(line => !/^(?:#{1,6}\s|[=~^-]{3,}$)/.test(line));
  if (said.length === 0 || said.length > MAX_LINES || (matter === '' && said.length === lines.length)) return false;
  return (
    SENTENCE_END.test(said.at(-1) ?? '') &&
    said.every(line => /^[\p{L}\p{N}*_>"'“„«¿¡]/u.test(line) && !/\.{3}|…|`{3}/.test(line)) &&
    !said.some(line => isAboutFile([line], path) || line.split(/(?<=[.!?。])\s*/).some(isAboutText))
  );
}

/** Returns whether a sentence may speak of text that is left out, or of what was done to the file. */
function isAboutText(sentence: string): boolean {
  const line = sentence.replace(/[.!?。*_>]/g, ' ').trim();
  if (line === '') return false;
  if (CHANGED.test(line) || isIdiom(line) || ELSEWHERE.test(line)) return true;
  const read = readLine(normalizeText(line));
  if (!read) return false;
  const { left, others, state, settled, above, keep, more, done, thing, piece } = read.counts;
  return (
    elisionCertainty(read, BETWEEN_CODE) !== undefined ||
    left + state + settled + above + keep + more > 0 ||
    (others > 0 && thing + piece > 0) ||
    (done > 0 && thing > 0)
  );
}

const LINE_BREAK = /\r\n|[\r\n]/;
const MAX_LENGTH = 1000;
const MAX_LINES = 4;
const SENTENCE_END = /[.!?。！？।]["'»”)*_]*$|https?:\S+$|\]\([^()]+\)$/;
const ELSEWHERE = /\b(?:messages?|mensaje|mensagem|messaggio|nachricht|diff)\b/i;

export default defineRule({
  id: 'envelope/elided-content',
  severity: 'error',
  guards: true,
  ofElided: true,
  check({ value, kind, where, files }, report) {
    for (const { contentAt, content, path: name, holder } of writtenFiles({ value, kind })) {
      if (typeof content !== 'string' || contentAt === undefined) continue;
      // The content of a deleted file does not matter.
      const isReplaced = where === 'file' && atPath(holder, ['operation']) !== 'delete';
      const onDisk = () => (isReplaced ? textOnDisk(name, files) : undefined);
      const elided = findElision({
        content,
        path: name,
        language: languageBeside(contentAt, name, { holder, value, kind }),
        onDisk,
      });
      const before = onDisk();
      const fault =
        elided ??
        (before === undefined || isShortDocument(content, name)
          ? undefined
          : (findShrinkage({ content, before, path: name }) ??
            findBreakOff({ content, before, path: name }) ??
            findReplacedBlock({ content, before, path: name })));
      if (fault === undefined && !(isReplaced && isUnreadable(name, files))) continue;
      const subject = name === '' ? 'The content' : `The content of "${displayPath(name)}"`;
      if (fault === undefined) {
        const message = `${subject} can't be compared with the file on disk, which is too large or can't be read: whether a part is left out isn't known.`;
        report({ path: contentAt, message, severity: 'warning' });
        continue;
      }
      const figures = before === undefined ? '' : ` (${describeSizes({ content, before })})`;
      const message = `${subject} ${fault}; applied, it would replace the whole file${figures}. Write the file out.`;
      report({ path: contentAt, message, ...(where === 'block' && { severity: 'info' }) });
    }
  },
});

// Ignores a language that the contract does not declare or that contradicts the file's name.
function languageBeside(
  contentAt: Path,
  name: string,
  { holder, value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'> & { holder: unknown },
): unknown {
  if (/\.\w+$/.test(name)) return undefined;
  const isDeclared = Object.hasOwn(schemaAt(kind.schema, value, contentAt.slice(0, -1))?.properties ?? {}, 'language');
  return isDeclared ? atPath(holder, ['language']) : undefined;
}

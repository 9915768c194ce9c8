import { ALONE, readProtocolDeclaration } from '../families/declared/readProtocolDeclaration';
import { ruleNumber } from '../families/mapping/compileStep';
import { readMappedDrafts } from '../families/mapping/readMappedDrafts';
import type { Path } from '../model/text';
import { formatNumber, t } from '../shared/l10n';
import { truncate } from '../shared/shownText';
import { inlineCode } from '../text/escapeMarkdown';
import { atPath, isObject } from '../text/jsonPointer';

/**
 * Returns the hover text for the property `step` in the declaration of a protocol, where a rule says how envelopes become steps of a run. The
 * text counts the steps that the rule makes of the declaration's good examples, and lists the first titles. Undefined if `path` leads to no
 * `step`. Never throws.
 *
 * @param path the path of `step` in the declaration
 */
export function stepRuleHover(declaration: unknown, path: Path): string | undefined {
  const around = path.slice(0, -1);
  const [list, name, ...below] = around;
  if (path.at(-1) !== 'step' || !((list === 'kinds' && below[0] === 'steps') || list === 'stepLists')) return undefined;
  if (!isObject(declaration)) return undefined;
  const number = ruleNumber(around);
  const titles: string[] = [];
  let examples = 0;
  const { family } = readProtocolDeclaration(declaration, ALONE);
  for (const kind of family?.kinds ?? []) {
    const kindName = kind.id.slice(kind.id.indexOf('/') + 1);
    const good = atPath(declaration, ['kinds', kindName, 'examples', 'good']);
    if (!kind.steps || !Array.isArray(good)) continue;
    for (const example of good.slice(0, MOST)) {
      examples++;
      for (const { rule, title } of readMappedDrafts(example, kind, kind.steps)) {
        if (rule === number && (list === 'stepLists' || kindName === name)) titles.push(title || t`an answer`);
      }
    }
  }
  const place = around.filter(one => typeof one === 'number').map(one => one + 1);
  const numbered = t`Rule ${place.join('.')} of ${inlineCode(String(name))}`;
  if (examples === 0)
    return t`${numbered}: add records of a log to \`examples.good\` to see here what it makes of them.`;
  if (titles.length === 0) return t`${numbered} makes no step of the good examples.`;
  const shown = titles.slice(0, SHOWN).map(title => inlineCode(truncate(title, 60)));
  const listed = `${shown.join(', ')}${titles.length > SHOWN ? ', …' : ''}`;
  return titles.length === 1
    ? t`${numbered} makes 1 step of the good examples: ${listed}.`
    : t`${numbered} makes ${formatNumber(titles.length)} steps of the good examples: ${listed}.`;
}

const MOST = 100;
const SHOWN = 3;

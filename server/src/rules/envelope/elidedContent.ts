import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { schemaAt } from '../../slots/applicableSchemas';
import { atPath } from '../../text/pointer';
import { defineRule } from '../defineRule';
import { findBreakOff } from '../elision/findBreakOff';
import { findElision } from '../elision/findElision';
import { findReplacedBlock } from '../elision/findReplacedBlock';
import { describeSizes, findShrinkage } from '../elision/findShrinkage';
import { isShortDocument } from '../elision/isShortDocument';
import { displayPath } from '../paths/displayPath';
import { isUnreadable, textOnDisk } from '../paths/textOnDisk';
import { writtenFiles } from '../paths/visitWrittenPaths';

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

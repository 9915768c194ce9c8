import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { formatPointer } from '../../text/jsonPointer';
import { defineRule } from '../defineRule';
import {
  displayPath,
  isAbsolutePath,
  isNotAPath,
  isPlainName,
  isPlainPath,
  visitOddPaths,
  visitWrittenPaths,
} from '../envelopeFilePaths';

/** Reports a path that systems or people may read differently, such as one with invisible characters. */
export default defineRule({
  id: 'envelope/path-ambiguous',
  severity: 'warning',
  guards: true,
  check(on, report) {
    visitWrittenPaths(on, (path, text) => {
      if (isPlainPath(text) || isNotAPath(text)) return;
      const fault = invisibleFault(text) ?? misreadFault(text, on.isDemanded === true);
      if (fault !== undefined) report(finding(path, text, fault));
    });
    visitOddPaths(on, (path, text) => {
      const fault = isNotAPath(text) || text.trim() === '' ? undefined : invisibleFault(text);
      if (fault !== undefined && !isWritten(path, on)) report(finding(path, text, fault));
    });
  },
});

function isWritten(path: Path, on: CheckedEnvelope): boolean {
  const pointer = formatPointer(path);
  let isFound = false;
  visitWrittenPaths(on, written => {
    isFound ||= formatPointer(written) === pointer;
  });
  return isFound;
}

function finding(path: Path, text: string, fault: string) {
  const shown = displayPath(text.replace(INVISIBLE_ALL, char => `\\u{${char.codePointAt(0)?.toString(16)}}`));
  return { path, message: t`"${shown}" ${fault}; choose a plain name.` };
}

/** Describes an invisible character in a path, such as U+200B; undefined if the path has none. */
function invisibleFault(text: string): string | undefined {
  if (VISIBLE.test(text)) return undefined;
  // Ignores the variation selector of an emoji.
  const char = INVISIBLE.exec(text.replace(/(?<=\p{Extended_Pictographic})\ufe0f/gu, ''))?.[0];
  if (char !== undefined) {
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return t`has an invisible character (U+${code})`;
  }
  return text.trim() === '' || text.trim() === text
    ? undefined
    : t`begins or ends with a space, which some programs drop`;
}

const VISIBLE = /^[!-~]+$/;
const INVISIBLE = /\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE, 'gu');

/** Describes a segment of a path that some system or reader may misread. */
function misreadFault(text: string, isDemanded: boolean): string | undefined {
  // Nobody encodes a letter or digit except to hide a name.
  if (/%(25)*(2e|2f|5c|5f|00|3a|7e|3\d|[46][1-9a-f]|[57][0-9a])/i.test(text))
    return t`is another path once it is decoded`;
  if (
    /^%\w+%|^\$[A-Z_][A-Z\d_]*(?:[\\/]|$)|\$[({]|`/.test(text) ||
    (isDemanded && text.startsWith('~') && !isAbsolutePath(text))
  )
    return t`is expanded by a shell`;
  if (text.startsWith('-')) return t`begins like a command-line option`;
  if (/^([a-z][a-z0-9+.-]+:\/\/|(https?|data|ftp|ssh|git|vscode|javascript):)/i.test(text)) return t`begins like a URL`;
  const segments = text.split(/[\\/]/);
  const last = segments.at(-1) ?? '';
  if (/^\s*\.{0,2}\s*$/.test(last)) return t`names a folder, not a file`;
  for (const [index, segment] of segments.entries()) {
    if (segment === '' || segment === '.' || segment === '..') continue;
    const fault = misreadSegmentFault(segment, isDemanded);
    if (fault !== undefined && !(index === 0 && isAbsolutePath(text))) return fault;
  }
  return undefined;
}

function misreadSegmentFault(segment: string, isDemanded: boolean): string | undefined {
  if (isPlainName(segment)) return DEVICES.test(segment) ? DEVICE : undefined;
  const plain = segment.normalize('NFKC');
  if (
    plain !== segment &&
    (/^\.{1,2}$/.test(plain) || /[\\/:]/.test(plain.replaceAll(':', segment.includes(':') ? '' : ':')))
  ) {
    return t`has a character that Unicode normalization changes`;
  }
  if (/[\u2044\u2215\u29f8\u29f9\u2216\u2024]/.test(segment))
    return t`has a character that looks like a separator or a dot`;
  return misreadNameFault(segment, isDemanded) ?? (plain === segment ? undefined : misreadNameFault(plain, isDemanded));
}

function misreadNameFault(segment: string, isDemanded: boolean): string | undefined {
  if (segment.includes(':')) return t`names a stream of a file on Windows (":")`;
  if (DEVICES.test(segment)) return DEVICE;
  if (/^\s|\s$/.test(segment)) return t`has a name that begins or ends with a space, which Windows drops`;
  if (isDemanded ? /\.$/.test(segment) : /[^.]\.$/.test(segment))
    return t`has a name that ends with a dot, which Windows drops`;
  if (isDemanded && /^[^.~]{1,6}~\d(\.[^.]{1,3})?$/.test(segment))
    return t`has a short name as Windows makes for long ones`;
  return undefined;
}

const DEVICE = t`has the name of a device on Windows`;
const DEVICES = /^\s*(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])\s*([.:].*)?$/i;

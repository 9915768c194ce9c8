import { l10n } from 'vscode';
import type { RecognisedKind, RecognisedParams } from '../../../server/src/shared/lspExtensions';

/** What the status bar shows for a file: icon, text and tooltip, and the reasons why its kind of envelope was recognised. */
export interface FileStatus {
  icon: string;
  text: string;
  /** A sentence or two. */
  tooltip: string;
  isRecognised: boolean;
  /** The reasons why the file was recognised, a paragraph for each kind. */
  reasons: string;
}

/** Returns the status bar display of a file; undefined for a file that neither contains nor resembles an envelope. */
export function fileStatus({ kinds, isExcluded, resembles }: RecognisedParams): FileStatus | undefined {
  if (isExcluded) {
    const tooltip = l10n.t('The settings say that this file is no envelope: it is not checked.');
    return { icon: 'circle-slash', text: l10n.t('No Envelope'), tooltip, isRecognised: false, reasons: tooltip };
  }
  if (kinds.length > 0) {
    const [first] = kinds;
    const tooltip = kinds.length === 1 && first ? sentenceOf(first) : l10n.t('{0} kinds of envelopes.', kinds.length);
    const reasons = kinds.map(kind => `${kindText(kind)} (${kind.id}): ${sentenceOf(kind)}`).join('\n\n');
    return { icon: 'mail', text: kinds.map(kindText).join(', '), tooltip, isRecognised: true, reasons };
  }
  if (resembles === undefined) return undefined;
  const tooltip = l10n.t('Looks like: {0}. Too little tells so, and it is not checked.', resembles);
  return { icon: 'question', text: l10n.t('Not Recognised'), tooltip, isRecognised: false, reasons: tooltip };
}

function kindText({ title, count, sure }: RecognisedKind): string {
  return `${title}${sure ? '' : '?'}${count > 1 ? ` ×${count}` : ''}`;
}

function sentenceOf({ by, properties = [], sure }: RecognisedKind): string {
  if (by === 'document') return l10n.t('Its sections tell so.');
  if (by === '$schema') return l10n.t('Its "$schema" says so.');
  if (by === 'association') return l10n.t('The settings say so, in associations.');
  if (by === 'neighbours')
    return l10n.t('Some properties tell so ({0}), and what is beside it.', properties.join(', '));
  return sure
    ? l10n.t('Its properties tell so: {0}.', properties.join(', '))
    : l10n.t('Likely, by some properties ({0}), but not checked until it is certain.', properties.join(', '));
}

import { l10n } from 'vscode';
import { errorText } from '../../../server/src/shared/lspExtensions';
/** Returns the message of a failure for the user: a sentence without the error's stack and class name. */
export function failureText(action: string, error: unknown): string {
  const message = errorText(error);
  const [line = ''] = message.split('\n');
  const reason =
    line.replace(/^(\w*Error|Unknown \(\w+\)): /, '').trim() || l10n.t('the reason is unknown; see the log');
  return `${action} failed: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
}

/**
 * Returns a sentence that says why a file can't be written, and how to fix it.
 *
 * @param error from `workspace.fs` or from Node; both have the system's error code, in `code` or somewhere in the message
 * @param file the name that the user knows
 */
export function writeFailureText(error: unknown, file: string): string {
  const { code, message } =
    error instanceof Error
      ? { code: undefined, ...error, message: error.message }
      : { code: undefined, message: String(error) };
  const known = REASONS.find(({ codes }) =>
    codes.some(candidate => candidate === code || new RegExp(`\\b${candidate}\\b`).test(message)),
  );
  if (known) return l10n.t("{0} can't be written: {1}", file, known.reason);
  return l10n.t("{0} can't be written: {1}", file, message.split('\n')[0] || l10n.t('the reason is unknown'));
}

// The more specific codes come first: VS Code maps several to NoPermissions, with the system's code in the message.
const REASONS: { codes: string[]; reason: string }[] = [
  { codes: ['EROFS'], reason: l10n.t('its file system is read-only. Choose another folder.') },
  { codes: ['ENOSPC', 'EDQUOT'], reason: l10n.t('the disk is full. Free some space and try again.') },
  { codes: ['EFBIG'], reason: l10n.t('it is too large for this disk. Choose another disk.') },
  { codes: ['ENAMETOOLONG'], reason: l10n.t('its name is too long. Choose a shorter one.') },
  { codes: ['ENOTDIR', 'FileNotADirectory'], reason: l10n.t('a part of its path is a file, not a folder.') },
  { codes: ['EISDIR', 'FileIsADirectory'], reason: l10n.t('a folder of that name exists.') },
  { codes: ['EBUSY', 'ETXTBSY'], reason: l10n.t('another program uses it. Close it and try again.') },
  { codes: ['EEXIST', 'FileExists'], reason: l10n.t('it exists already.') },
  { codes: ['ENOENT', 'FileNotFound'], reason: l10n.t('its folder does not exist.') },
  {
    codes: ['EACCES', 'EPERM', 'NoPermissions'],
    reason: l10n.t('permission is denied. Check who may write to it and to its folder, or choose another folder.'),
  },
  { codes: ['Unavailable'], reason: l10n.t('its file system does not answer. Try again.') },
];

/** Returns the message for an editor that could not be written to. */
export function readOnlyText(file: string): string {
  return l10n.t(
    "{0} can't be changed: its editor is read-only, or the text has changed meanwhile. Try again, or save it under another name.",
    file,
  );
}

/** Returns the message of a command whose document changed before the command could write to it. */
export function changedText(file: string): string {
  return l10n.t('{0} has changed meanwhile. Run the command again', file);
}

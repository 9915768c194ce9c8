import { env, l10n } from 'vscode';
import { setTranslation, type Translation } from '../../../server/src/shared/protocol';

/** The language that VS Code shows, for the server and the replay page. Undefined for English, and where this extension lacks a language. */
export function shownTranslation(): Translation | undefined {
  return l10n.bundle && { language: env.language, texts: l10n.bundle as Translation['texts'] };
}

// Modules may translate their constants while they are loaded.
setTranslation(shownTranslation());

import { env, l10n } from 'vscode';
import { setTranslation, type Translation } from '../../../server/src/shared/lspExtensions';

/**
 * Returns the translation of this extension's texts to VS Code's display language, for the server and the replay page. Undefined for English, and
 * for a language without translation.
 */
export function displayLanguageTexts(): Translation | undefined {
  return l10n.bundle && { language: env.language, texts: l10n.bundle as Translation['texts'] };
}

// Modules may translate their constants while they are loaded.
setTranslation(displayLanguageTexts());

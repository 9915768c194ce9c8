import { setTranslation, TRANSLATION } from '../../server/src/shared/l10n';

// Imported before all that shows a text: an editor's page has its language in a script of data.
const given = document.getElementById(TRANSLATION)?.textContent;
if (given) setTranslation(JSON.parse(given));

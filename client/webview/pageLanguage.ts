import { setTranslation, TRANSLATION } from '../../server/src/shared/l10n';

// Sets the language of the replay page. This module is imported first, since other modules translate their texts when they are loaded. In
// an editor, the translation is in a `<script>` element of the page.
const given = document.getElementById(TRANSLATION)?.textContent;
if (given) setTranslation(JSON.parse(given));

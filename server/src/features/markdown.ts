export { code, escapeMarkdown } from '../text/escapeMarkdown';

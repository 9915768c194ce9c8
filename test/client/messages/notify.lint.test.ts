import { describe, expect, test } from 'vitest';
import { lintFiles } from '../../kit/lintFiles';

const SPEAKS = [
  "void window.showInformationMessage('a');",
  "void window.showWarningMessage('a');",
  "void window.showErrorMessage('a');",
  "void vscode.window.setStatusBarMessage('a', 1);",
  'void window?.withProgress(options, task);',
  "const item = window.createStatusBarItem('a');",
  "const language = languages.createLanguageStatusItem('a', []);",
  "const chosen = window['showQuickPick']([]);",
  'const pick = window.createQuickPick();',
  'const box = window.createInputBox();',
  'const { showInputBox } = window;',
  'const { showErrorMessage: say } = window;',
  'const aside = ({ showQuickPick }: typeof window) => showQuickPick;',
];
const FINE = [
  'void window.showTextDocument(uri);',
  "void showInformation('a');",
  "const view = window.createTreeView('a', {});",
  'const shown = window.withoutProgress;',
];

describe('the linter allows messages only through client/src/messages/notify.ts', () => {
  const text = [...SPEAKS, ...FINE].join('\n');
  const places = ['client/src/planted.ts', 'client/src/runs/planted.ts', 'client/src/messages/notify.ts'];
  const lines = lintFiles(new Map(places.map(place => [place, text])), ['--only=plugin']);
  const all = SPEAKS.map((_, index) => index + 1);

  test.each([
    { place: 'client/src/planted.ts', refused: all },
    { place: 'client/src/runs/planted.ts', refused: all },
    { place: 'client/src/messages/notify.ts', refused: [] },
  ])('$place', ({ place, refused }) => {
    expect(lines.get(place)).toEqual(refused);
  });
});

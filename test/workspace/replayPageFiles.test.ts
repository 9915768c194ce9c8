import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { builtText } from '../../server/src/workspace/readTextFile';
import { loadReplayPage, replayPageFiles } from '../../server/src/workspace/replayPageFiles';
import { folder } from '../cli/run';

const files = {
  'offline.js': 'require("./shared.js").core("</script>");\n//# sourceMappingURL=offline.js.map\n',
  'shared.js': 'exports.core = text => { globalThis.seen = text; };\n',
  'replay.js': 'page("<!-- </SCRIPT>");',
  'offline.css': ':root {}',
  'replay.css': 'a { content: "</style>" }\n/*# sourceMappingURL=replay.css.map */\n',
};

test('the page is read so that it can stand in a page, with its hashes', () => {
  const page = replayPageFiles(builtText(folder(files)))();
  expect(page?.core.text).not.toMatch(/<\/script>|sourceMappingURL/);
  const global = { seen: '' };
  runInNewContext(page?.core.text ?? '', { globalThis: global });
  expect(global.seen).toBe('</script>');
  expect(page?.script.text).toBe('page("<\\!-- <\\/SCRIPT>");');
  expect(page?.style.text).toBe(':root {}\na { content: "<\\/style>" }\n');
  for (const piece of [page?.core, page?.script, page?.style]) {
    expect(piece?.hash).toBe(
      `sha256-${createHash('sha256')
        .update(piece?.text ?? '')
        .digest('base64')}`,
    );
  }
});

test('where files are not there at once, the page is the same, and no other file is asked for', async () => {
  const asked: string[] = [];
  const load = async (name: string) => {
    asked.push(name);
    return Object.hasOwn(files, name) ? files[name as keyof typeof files] : '';
  };
  expect(await loadReplayPage(load)).toEqual(replayPageFiles(builtText(folder({ ...files, 'pageNotices.txt': '' })))());
  expect(asked.sort()).toEqual([...Object.keys(files), 'pageNotices.txt'].sort());
  expect(await loadReplayPage(async name => (name === 'shared.js' ? null : load(name)))).toBeUndefined();
});

test('of what was not built there is no page', () => {
  for (const missing of ['replay.js', 'shared.js']) {
    const others = Object.fromEntries(Object.entries(files).filter(([name]) => name !== missing));
    expect(replayPageFiles(builtText(folder(others)))()).toBeUndefined();
  }
});

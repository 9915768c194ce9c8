import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { replayPageFiles } from '../../server/src/workspace/replayPageFiles';
import { folder } from '../cli/run';

const files = {
  'offline.js': 'require("./shared.js").core("</script>");\n//# sourceMappingURL=offline.js.map\n',
  'shared.js': 'exports.core = text => { globalThis.seen = text; };\n',
  'replay.js': 'page("<!-- </SCRIPT>");',
  'offline.css': ':root {}',
  'replay.css': 'a { content: "</style>" }\n/*# sourceMappingURL=replay.css.map */\n',
};

test('the page is read so that it can stand in a page, with its hashes', () => {
  const page = replayPageFiles(folder(files))();
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

test('of what was not built there is no page', () => {
  for (const missing of ['replay.js', 'shared.js']) {
    const others = Object.fromEntries(Object.entries(files).filter(([name]) => name !== missing));
    expect(replayPageFiles(folder(others))()).toBeUndefined();
  }
});

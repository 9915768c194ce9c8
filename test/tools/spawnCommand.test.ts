import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spawnCommand } from '../../tools/spawnCommand.mjs';

const windows = { platform: 'win32', env: { ComSpec: 'C:\\Windows\\system32\\cmd.exe' } } as const;
const CODE = 'C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd';

/** What a batch file's program gets: the shell takes carets away when it reads the line, and when the file passes it on. */
function received(line: string): { program: string; args: string[] } {
  const once = withoutCarets(line);
  const at = /^(.*?\.cmd|\w+)(?= |$)/.exec(once)?.[0].length ?? 0;
  return { program: once.slice(0, at), args: argumentsIn(withoutCarets(once.slice(at))) };
}

function withoutCarets(text: string): string {
  return text.replace(/\^(.)/gs, '$1');
}

/** As programs on Windows take their command line apart. */
function argumentsIn(text: string): string[] {
  return [...text.matchAll(/ "((?:[^"\\]|\\+(?!\\*")|\\*\\")*?(?:\\\\)*)"(?= "|$)/gs)].map(([, inside = '']) =>
    inside
      .replace(/(\\*)\\"/g, (_, slashes: string) => `${slashes.slice(0, slashes.length / 2)}"`)
      .replace(/(\\+)$/, slashes => slashes.slice(0, slashes.length / 2)),
  );
}

describe('on Windows', () => {
  test('a batch file in a folder with blanks is started, with a folder that has some', () => {
    const { file, args, options } = spawnCommand(CODE, ['--new-window', 'C:\\my work\\a & b (1)'], windows);
    expect({ file, options }).toEqual({ file: windows.env.ComSpec, options: { windowsVerbatimArguments: true } });
    const [line = ''] = args.slice(3);
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(line).toMatch(/^"C:\\Program\^ Files\\Microsoft\^ VS\^ Code\\bin\\code\.cmd /);
    expect(received(line.slice(1, -1))).toEqual({ program: CODE, args: ['--new-window', 'C:\\my work\\a & b (1)'] });
  });

  test('no argument means anything to the shell', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\w %!^&|<>()"; -]{0,12}$/), { maxLength: 4 }), args => {
        const line = spawnCommand('npm', args, windows).args[3] ?? '';
        expect(received(line.slice(1, -1))).toEqual({ program: 'npm', args });
        // Each sign has its caret, so that none is read before the last one is taken away.
        expect(line.slice(1, -1).replace(/\^./gs, '').replaceAll(' ', '')).not.toMatch(/[()%!"<>&|]/);
      }),
    );
  });

  test('a program needs no shell', () => {
    const node = 'C:\\Program Files\\nodejs\\node.exe';
    expect(spawnCommand(node, ['a b'], windows)).toEqual({ file: node, args: ['a b'], options: {} });
  });
});

test.each(['linux', 'darwin'] as const)('on %s nothing needs a shell', platform => {
  expect(spawnCommand('npm', ['a b', '$x'], { platform, env: {} })).toEqual({
    file: 'npm',
    args: ['a b', '$x'],
    options: {},
  });
});

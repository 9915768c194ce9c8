import { URI } from 'vscode-uri';

/** How clients spell the URI of a file: each leaves other characters as they are. */
export const URI_SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'VS Code and coc.nvim': path => URI.file(path).toString(),
  Neovim: path => `file://${encodedBut(path, /[\w.~!$&'()*+,;=:@/-]/).lower}`,
  'Helix and Zed': path => `file://${encodedBut(path, /[^\0- "#<>?`{}%\u007f-\uffff]/).text}`,
  'Emacs, in an old version': path => `file://${encodedBut(path, /[\w.~/-]/).text}`,
  Eclipse: path => `file:${encodedBut(path, /[\w.~!$&'()*+,;=:@/-]/).text}`,
  'a client that names the machine': path => `file://localhost${encodedBut(path, /[\w.~/-]/).text}`,
};

function encodedBut(path: string, plain: RegExp) {
  const percentEncoded = (character: string) =>
    [...new TextEncoder().encode(character)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const pieces = [...path].map(one => (plain.test(one) ? one : percentEncoded(one)));
  return {
    lower: pieces.join(''),
    text: pieces.map(piece => (piece.startsWith('%') ? piece.toUpperCase() : piece)).join(''),
  };
}

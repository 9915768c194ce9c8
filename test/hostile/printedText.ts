/** What a terminal or a CI may take for more than text. */
export const TERMINAL_PAYLOADS = [
  '\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007',
  '\u001b[2J\u009b31m',
  '\u202egpj.exe\u202c',
  '\r::error::evil',
  '\n::stop-commands::evil',
  '##[add-mask]evil',
  '##vso[task.setvariable variable=a]evil',
  '##teamcity[evil]',
  '%0A::error::evil',
  '::add-mask::evil',
  '\u2028::error::evil',
  '\u00a0::error::evil',
];
/** The lines that a CI would take for commands. */
export function commandsIn(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter(line => /^\s*::|##\w{0,20}\[/.test(line));
}

/** The characters that steer a terminal, or reorder what it shows. */
export function steering(text: string): string[] {
  return text.match(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu) ?? [];
}

/** What SARIF calls messages: objects with a `text`, but for what is put into a file. */
export function messagesIn(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null || name === 'insertedContent' || name === 'rules') return [];
  const own = 'text' in value && typeof value.text === 'string' ? [value.text] : [];
  return [...own, ...Object.entries(value).flatMap(([key, one]) => messagesIn(one, key))];
}

/** The program or the tool that a command runs; undefined where it runs none. */
export function commandName(command: unknown): string | undefined {
  return typeof command === 'string' ? /^\s{0,99}([^\s;&|<>()]{1,60})/.exec(command)?.[1] : undefined;
}

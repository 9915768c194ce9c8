export function spawnCommand(
  program: string,
  args: readonly string[],
  system: { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> },
): { file: string; args: string[]; options: { windowsVerbatimArguments?: true } };

export function desktopEditor(system: {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  onPath(name: string): string | undefined;
  exists(file: string): boolean;
  realPath(file: string): string;
}): string | undefined;

export function packagedReadme(readme: string, read?: (file: string) => Buffer): string;

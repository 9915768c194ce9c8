export function packagedReadme(readme: string, shown: string): string;

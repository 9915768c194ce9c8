export function sampleCopy(to?: string): string;

export function registryText(seed: number, options?: { size?: number; id?: string }): string;

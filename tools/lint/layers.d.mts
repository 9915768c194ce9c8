export const CORE: readonly string[];
export const ROOMS: Readonly<Record<string, readonly string[]>>;

export function moveTexts<T extends object>(
  manifest: T,
  texts: Record<string, string>,
): { manifest: T; texts: Record<string, string> };
export function withTexts<T extends object>(manifest: T, texts: Record<string, string>): T;
export function placesOf(manifest: object): { place: string; text: string }[];

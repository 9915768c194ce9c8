import { useEffect } from 'preact/hooks';

/** Calls back now, and whenever colours may have changed. */
export function useThemeChange(changed: () => void): void {
  useEffect(() => {
    changed();
    // VS Code sets a page's theme through these attributes.
    const observer = new MutationObserver(changed);
    const attributes = { attributes: true, attributeFilter: ['class', 'style', 'data-vscode-theme-id'] };
    observer.observe(document.body, attributes);
    observer.observe(document.documentElement, attributes);
    const queries = QUERIES.map(query => matchMedia(query));
    for (const query of queries) query.addEventListener('change', changed);
    // A style sheet may load late.
    document.addEventListener('load', changed, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('load', changed, true);
      for (const query of queries) query.removeEventListener('change', changed);
    };
  }, []);
}

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

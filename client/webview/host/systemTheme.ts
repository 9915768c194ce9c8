/** Without an editor, gives the body the class of VS Code's theme for the system's colour scheme. */
export function followSystemTheme(): void {
  const [dark, contrast] = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('(prefers-contrast: more)')];
  const apply = () => {
    const { classList } = document.body;
    classList.toggle('vscode-dark', dark.matches && !contrast.matches);
    classList.toggle('vscode-light', !dark.matches && !contrast.matches);
    classList.toggle('vscode-high-contrast', contrast.matches);
    classList.toggle('vscode-high-contrast-light', contrast.matches && !dark.matches);
  };
  apply();
  for (const query of [dark, contrast]) query.addEventListener('change', apply);
}

const allowed =
  /^(color|background-color|font-weight|font-style|text-align|text-decoration|padding|border-radius)\s*:\s*(?!.*url\s*\()[\w\s#%.,()-]+$/i

/**
 * The declarations of a style for colors and alignment; those that change the layout, cover other content or load files
 * are removed.
 */
export function safeStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => allowed.test(declaration))
    .join(';')
}

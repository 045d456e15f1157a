/**
 * Marks texts that are no sentences as plain texts that are shown (`plainTranslator.ts`), so that catalogues have them.
 * Returns them unchanged. Apart from the translator: nearly every page loads this.
 */
export const plainTexts = <const T>(texts: T): T => texts

/**
 * Marks texts that are not sentences as plain texts of the interface (`plainTranslator.ts`), so that catalogues contain
 * them. Returns them unchanged. Separate from the translator, because nearly every page loads this.
 */
export const plainTexts = <const T>(texts: T): T => texts

/** Catalogs of other languages: message id -> text. English is in the code. */
const catalogues = import.meta.glob<Record<string, string>>('./locales/*.json', { import: 'default' })

/** The texts of a language; without a catalog none, so that English is shown. */
export async function loadMessages(locale: string): Promise<Record<string, string>> {
  return (await catalogues[`./locales/${locale}.json`]?.()) ?? {}
}

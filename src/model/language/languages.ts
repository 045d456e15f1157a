/** A language of the interface. */
export interface Language {
  /** as in settings and addresses: `pt_BR` */
  code: string
  /** its name in the language itself: `Deutsch` */
  name: string
  /** the country whose flag marks the language in lists of the contract */
  flag: string
}

/**
 * The languages that the interface can have, by their names. English is in the code; the others are available if they
 * have a catalogue in `src/locales`.
 */
export const languages: readonly Language[] = [
  { code: 'de', name: 'Deutsch', flag: 'de' },
  { code: 'en', name: 'English', flag: 'us' },
  { code: 'es', name: 'Español', flag: 'es' },
  { code: 'fr', name: 'Français', flag: 'fr' },
  { code: 'it', name: 'Italiano', flag: 'it' },
  { code: 'nl', name: 'Nederlands', flag: 'nl' },
  { code: 'pt', name: 'Português', flag: 'pt' },
  { code: 'pt_BR', name: 'Português (Brasil)', flag: 'br' },
  { code: 'sk', name: 'Slovenčina', flag: 'sk' },
  { code: 'sl', name: 'Slovenščina', flag: 'si' },
  { code: 'ru', name: 'Русский', flag: 'ru' },
  { code: 'zh', name: '中文', flag: 'cn' },
  { code: 'ja', name: '日本語', flag: 'jp' },
  { code: 'ko', name: '한국어', flag: 'kr' },
]

/**
 * The BCP 47 tag of a language: `pt_BR` -> `pt-BR`. `pt` becomes `pt-PT`: without a country, ICU would write numbers
 * and count plurals as in Brazil.
 */
export const languageTag = (code: string): string => (code === 'pt' ? 'pt-PT' : code.replace('_', '-'))

const rightToLeft = /^(ar|fa|he|ur)$/

/** The text direction of a language. */
export const directionOf = (code: string): 'ltr' | 'rtl' => (rightToLeft.test(code) ? 'rtl' : 'ltr')

/** Maximum number of languages that are read. Browsers name fewer. */
const MOST_ACCEPTED = 20

/**
 * The language that a browser prefers, of those that are offered: `de-AT,de;q=0.9` -> `de`. A variant (`pt-BR`) is used
 * before its language. Undefined if none of them is offered.
 */
export function wantedLanguage(acceptLanguage: string, offered: readonly string[]): string | undefined {
  const wanted = acceptLanguage
    .split(',', MOST_ACCEPTED)
    .map((part, place) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => each.startsWith('q='))
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality.slice(2)), place }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality || one.place - other.place)
  for (const { tag } of wanted) {
    const [language = ''] = tag.split('-')
    const found = [tag, language].map((each) => offered.find((code) => code.replace('_', '-').toLowerCase() === each))
    const code = found.find((each) => each !== undefined)
    if (code !== undefined) return code
  }
  return undefined
}

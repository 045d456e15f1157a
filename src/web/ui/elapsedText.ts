import { pageLanguage } from './pageLanguage.ts'

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

/** `5 minutes ago`, `an hour ago`, `1 year, 2 months ago` */
const words = /^(an?|\d+) (second|minute|hour|day|month|year)s?(?:, (\d+) (day|month)s?)? ago$/

/** The relative time of a response, which is English, in the language of the page. Any other text is not changed. */
export function elapsedText(text: string, language: string = pageLanguage()): string {
  if (/^en\b/.test(language)) return text
  if (text === 'now') return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second')
  const [, amount, unit, months, smaller] = words.exec(text) ?? []
  if (amount === undefined) return text
  const format = new Intl.RelativeTimeFormat(language)
  const units = Number.parseInt(amount, 10) || 1
  return smaller === 'month'
    ? format.format(-12 * units - Number(months), 'month')
    : format.format(-units, unit as Unit)
}

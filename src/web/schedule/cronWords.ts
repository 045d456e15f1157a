import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../language/language.ts'

/** By the code of a language of the interface. */
const locales: Record<string, { name: string; load: () => Promise<unknown> }> = {
  de: { name: 'de', load: () => import('cronstrue/locales/de.js') },
  es: { name: 'es', load: () => import('cronstrue/locales/es.js') },
  fr: { name: 'fr', load: () => import('cronstrue/locales/fr.js') },
  it: { name: 'it', load: () => import('cronstrue/locales/it.js') },
  ja: { name: 'ja', load: () => import('cronstrue/locales/ja.js') },
  ko: { name: 'ko', load: () => import('cronstrue/locales/ko.js') },
  nl: { name: 'nl', load: () => import('cronstrue/locales/nl.js') },
  pt: { name: 'pt_PT', load: () => import('cronstrue/locales/pt_PT.js') },
  pt_BR: { name: 'pt_BR', load: () => import('cronstrue/locales/pt_BR.js') },
  ru: { name: 'ru', load: () => import('cronstrue/locales/ru.js') },
  sk: { name: 'sk', load: () => import('cronstrue/locales/sk.js') },
  sl: { name: 'sl', load: () => import('cronstrue/locales/sl.js') },
  zh: { name: 'zh_CN', load: () => import('cronstrue/locales/zh_CN.js') },
}

interface Schedule {
  crontab: string
  /** the English text of the API */
  crontab_humanized: string
}

/**
 * Describes schedules in the language of the page: "Um 09:00, nur jeden Montag". English until the words of the
 * language are loaded.
 */
export function useCronWords(): (schedule: Schedule) => string {
  const { code } = useLanguage()
  const { data } = useQuery({
    queryKey: ['cronWords', code],
    queryFn: () => load(code),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return ({ crontab, crontab_humanized }) => data?.(crontab) ?? crontab_humanized
}

async function load(code: string): Promise<((crontab: string) => string) | null> {
  const locale = locales[code]
  if (!locale) return null
  const [{ default: cronstrue }, { givePhrases }] = await Promise.all([import('cronstrue'), import('./cronPhrases.ts')])
  await locale.load()
  // the default import of a CommonJS module is the module itself in Node, and its own default in bundles
  const { locales: words } = 'default' in cronstrue ? cronstrue.default : cronstrue
  const tidy = givePhrases(words, locale.name, code)
  return (crontab) => tidy(cronstrue.toString(crontab, { locale: locale.name, throwExceptionOnParseError: false }))
}

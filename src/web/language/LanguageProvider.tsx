import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { languageTag } from '../../model/language/languages.ts'
import { useLanguage } from './language.ts'

/**
 * Provides the page with its language. When the language changes, everything in it is shown in the new one, and keeps
 * its state.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { code, messages } = useLanguage()
  return (
    <IntlProvider
      locale={languageTag(code)}
      defaultLocale="en"
      messages={messages}
      onError={code === 'en' ? failUnlessUntranslated : ignoreFaults}
    >
      {children}
    </IntlProvider>
  )
}

/** A missing translation of an English text is not an error; an invalid one is. */
function failUnlessUntranslated(error: { code: string }): void {
  if (error.code !== 'MISSING_TRANSLATION') throw error
}

/** A text that is missing in a catalog, or that cannot be formatted, is shown in English. */
const ignoreFaults = () => undefined

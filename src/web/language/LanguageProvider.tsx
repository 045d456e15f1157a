import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { useLanguage } from './language.ts'

/** Gives the page its language. Everything in it is shown in another one when that changes, and keeps its state. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { code, messages } = useLanguage()
  return (
    <IntlProvider
      locale={code.replace('_', '-')}
      defaultLocale="en"
      messages={messages}
      onError={code === 'en' ? failUnlessUntranslated : ignoreFaults}
    >
      {children}
    </IntlProvider>
  )
}

/** English texts have no translation; an invalid one is an error. */
function failUnlessUntranslated(error: { code: string }): void {
  if (error.code !== 'MISSING_TRANSLATION') throw error
}

/** A text that a catalogue lacks, or that cannot be formatted, is shown in English. */
const ignoreFaults = () => undefined

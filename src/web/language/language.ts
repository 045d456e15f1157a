import type { IntlConfig } from 'react-intl'
import { create } from 'zustand'

/** The language that the page is shown in, with its texts: none for English, which is in the code. */
export const useLanguage = create<{ code: string; messages: NonNullable<IntlConfig['messages']> }>(() => ({
  code: 'en',
  messages: {},
}))

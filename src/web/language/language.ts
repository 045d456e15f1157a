import type { IntlConfig } from 'react-intl'
import { create } from 'zustand'

/** The current language of the page, with its texts. English has none, because they are in the code. */
export const useLanguage = create<{ code: string; messages: NonNullable<IntlConfig['messages']> }>(() => ({
  code: 'en',
  messages: {},
}))

import { pageLanguage } from './pageLanguage.ts'

/** The order of names in lists and pickers: that of the page's language. */
export const compareNames = (one: string, other: string): number => one.localeCompare(other, pageLanguage())

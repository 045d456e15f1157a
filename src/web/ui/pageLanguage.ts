/** The language tag of the page, for formatting numbers and times and for sorting names. */
export const pageLanguage = (): string => document.documentElement.lang || 'en'

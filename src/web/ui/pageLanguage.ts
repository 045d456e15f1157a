/** The language tag of the page, for numbers, times and the order of names in texts that it shows. */
export const pageLanguage = (): string => document.documentElement.lang || 'en'

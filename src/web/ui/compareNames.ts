import { collatorOf } from '../../model/language/collation.ts'
import { pageLanguage } from './pageLanguage.ts'

/** The order of names in lists and pickers: that of the page's language. */
export const compareNames = (one: string, other: string): number => collatorOf(pageLanguage()).compare(one, other)

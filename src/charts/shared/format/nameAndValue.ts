/** Matches a text whose last letter is of a script that is written from right to left, such as Arabic or Hebrew. */
const endsRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]\P{L}*$/u
const leftToRightMark = '\u200e'

/**
 * `Name: value`. After a name that is written from right to left, an invisible mark keeps the value together: without
 * it, the digits would be drawn before the name, and the unit after it.
 */
export const nameAndValue = (name: string, value: string): string =>
  `${name}${endsRightToLeft.test(name) ? leftToRightMark : ''}: ${value}`

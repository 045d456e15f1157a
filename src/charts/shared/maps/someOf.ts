/** Number of values that a note names. */
const most = 3

/** The first values, and how many others there are: `A, B, C, … (+4)`. */
export const someOf = (values: readonly string[]): string =>
  values.slice(0, most).join(', ') + (values.length > most ? `, … (+${values.length - most})` : '')

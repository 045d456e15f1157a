/**
 * A name as the most generous collation would compare it: without case, accents, width, and with the letters that some
 * databases take for others (a long s, an i without its dot). Two names that a database could take for one are equal.
 */
export const foldedName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('\u0131', 'i').toUpperCase().toLowerCase().trimEnd()

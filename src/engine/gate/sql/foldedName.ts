/**
 * A name as the most tolerant collation would compare it: without case, accents, width, and with letters that some
 * databases treat as equal (a long s, a dotless i). Two names that a database could treat as the same are equal.
 */
export const foldedName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('\u0131', 'i').toUpperCase().toLowerCase().trimEnd()

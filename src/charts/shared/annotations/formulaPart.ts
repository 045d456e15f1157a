import type { parseFormula } from './formula.ts'

/** The parser of formulas. Only charts that have a formula load it, before their first option. */
export const formulaPart: { parse?: typeof parseFormula } = {}
